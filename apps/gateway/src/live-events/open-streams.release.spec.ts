import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually, Exposition, SOURCE_FLAGS } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { signIns, HOST } from '../sign-in/sign-in-world.suite';
import { startLiveWorld } from './live-events.suite';
import { hashToken } from '../sign-in/sign-in-token';

const PER_USER = 20;

const STREAMS = 500;

const MEBIBYTE = 1024 * 1024;

const MAX_GROWTH_MIB = 50;

const children: ChildProcess[] = [];

/** Returns the bytes of the heap and of buffers that are in use. */
function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('500 open streams', () => {
  let gateway: GatewayWorld;
  const { sql } = signIns(() => gateway);
  beforeAll(async () => {
    gateway = await startLiveWorld({
      MAX_EVENT_STREAMS: String(STREAMS),
      MAX_EVENT_STREAMS_PER_ACCOUNT: '0',
    });
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await gateway.close();
  });

  it('take less than 50 MiB in the gateway, are all that the setting allows, and leave nothing behind', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const [first, ...others] = await cookies();
    // The first stream loads what all of them share.
    const warm = await openStreams([first as string]);
    collect();
    const before = usedBytes();
    const child = await openStreams(others);
    expect(await openCount()).toBe(STREAMS);
    collect();
    expect((usedBytes() - before) / MEBIBYTE).toBeLessThan(MAX_GROWTH_MIB);
    child.stdin?.end();
    warm.stdin?.end();
    await eventually(openCount, (count) => count === 0, 'the streams to end');
  });

  /** Adds users with a session each, without the costly hashing of their passwords. Returns a cookie for each stream. */
  async function cookies(): Promise<string[]> {
    const tokens = Array.from({ length: STREAMS / PER_USER }, () => randomBytes(32).toString('base64url'));
    await sql(
      `with added as (
       insert into gateway.users (account_id, email, password_hash, role)
       select s.account_id, 'listener-' || n || '@example.com', '', 'user'
         from gateway.sub_accounts s, generate_series(1, $1::int) n where s.main returning id
     )
     insert into gateway.sessions (hash, user_id, host, network, agent, created_on, last_seen_on, expires_on)
     select decode(($2::text[])[row_number() over ()], 'hex'), id, $3, '127.0.0', '', now(), now(), now() + interval '1 day'
       from added`,
      [tokens.length, tokens.map((token) => hashToken(token).toString('hex')), HOST],
    );
    return tokens.flatMap((token) => Array.from({ length: PER_USER }, () => `__Host-sid=${token}`));
  }

  async function openStreams(of: readonly string[]): Promise<ChildProcess> {
    const [main] = await sql<{ id: number }>('select id::int from gateway.sub_accounts where main');
    const program = join(__dirname, 'fixtures', 'open-streams.process.ts');
    const child = spawn(process.execPath, [...SOURCE_FLAGS, program], { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const { port } = new URL(gateway.url);
    const path = `/app/events?sub_account=${main!.id}`;
    child.stdin.write(`${JSON.stringify({ port: Number(port), host: HOST, path, cookies: of })}\n`);
    await eventually(
      () => output,
      (text) => text.includes(`opened ${of.length}`),
      'all streams to begin',
      { timeoutMs: 60_000 },
    );
    return child;
  }

  async function openCount(): Promise<number> {
    return (await Exposition.fetch(gateway.world.metricsUrl)).sum('plaudit_gateway_event_streams');
  }
});
