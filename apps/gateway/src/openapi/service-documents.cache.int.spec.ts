import { Logger } from '@nestjs/common';
import { PRINCIPAL_HEADER, urlVariable } from '@plaudit/contracts';
import {
  Clock,
  principalPublicKey,
  PrincipalVerifier,
  runInContext,
  Secrets,
  SERVICE_DOCUMENT_PATH,
  ServiceClient,
} from '@plaudit/runtime';
import { type FixtureServer, RecordedLogs, startFixtureServer } from '@plaudit/testing';
import { PrincipalTokensService, SIGNING_SEED_LABEL } from '../authentication/principal-tokens.service';
import { NOBODY_URL } from '../gateway-world.suite';
import { GatewayEnv } from '../gateway.env';
import { UPSTREAM_NAMES, type UpstreamName } from '../proxy/route-table';
import { ServiceDocumentsCache } from './service-documents.cache';

class HandClock extends Clock {
  private at = Date.parse('2026-01-01T00:00:00Z');

  override now(): Date {
    return new Date(this.at);
  }

  pass(seconds: number): void {
    this.at += seconds * 1_000;
  }
}

function documentOf(title: string): object {
  return { openapi: '3.1.0', info: { title, version: '1' }, paths: {}, components: { schemas: {} } };
}

const secrets = new Secrets(Buffer.alloc(32, 7).toString('base64'));
const publicKey = principalPublicKey(secrets.derive(SIGNING_SEED_LABEL));

function tokens(): PrincipalTokensService {
  const env = Object.assign(new GatewayEnv(), { PRINCIPAL_PUBLIC_KEYS: publicKey });
  return new PrincipalTokensService(env, secrets, new Clock());
}

describe('ServiceDocumentsCache', () => {
  let servers: Record<UpstreamName, FixtureServer>;
  let client: ServiceClient;
  let clock: HandClock;
  let documents: ServiceDocumentsCache;

  beforeAll(() => Logger.overrideLogger(new RecordedLogs()));
  beforeEach(async () => {
    const started = UPSTREAM_NAMES.map(async (name) => [
      name,
      await startFixtureServer(() => ({ body: documentOf(name) })),
    ]);
    servers = Object.fromEntries(await Promise.all(started)) as typeof servers;
    // The factor makes the timeouts so long that a busy machine does not make a service late.
    client = new ServiceClient(
      Object.fromEntries(
        UPSTREAM_NAMES.map((name) => [urlVariable(name), `${NOBODY_URL},${servers[name].url}`]),
      ),
      { timeoutFactor: 4 },
    );
    clock = new HandClock();
    documents = new ServiceDocumentsCache(client, tokens(), clock);
  });
  afterEach(async () => {
    await client.close();
    await Promise.all(Object.values(servers).map((server) => server.close()));
  });

  async function titles(): Promise<(string | null)[]> {
    return (await documents.parts()).map(({ document }) => document?.info.title ?? null);
  }

  it('sends each service a public token that only that service accepts', async () => {
    const caller = { service: 'gateway', principalToken: 'the token of the client' };
    await runInContext(caller, () => documents.parts());
    const token = String(servers.channels.requests[0]?.headers[PRINCIPAL_HEADER]);
    expect(await new PrincipalVerifier(publicKey, 'channels').verify(token)).toMatchObject({
      scopes: ['public'],
    });
    for (const other of ['reviews', 'gateway'] as const) {
      await expect(new PrincipalVerifier(publicKey, other).verify(token)).rejects.toMatchObject({
        status: 401,
      });
    }
  });

  it('requests the document of every service once a minute', async () => {
    expect(await titles()).toEqual(UPSTREAM_NAMES);
    expect(servers.ai.requests.map(({ path }) => path)).toEqual([SERVICE_DOCUMENT_PATH]);
    const first = await documents.parts();
    clock.pass(59);
    expect(await documents.parts()).toBe(first);
    expect(servers.ai.requests).toHaveLength(1);
    clock.pass(2);
    expect(await documents.parts()).toBe(first);
    expect(servers.ai.requests).toHaveLength(2);
  });

  it('returns a changed document after a minute', async () => {
    await documents.parts();
    servers.ai.handle(() => ({ body: documentOf('ai, but newer') }));
    clock.pass(30);
    expect(await titles()).toContain('ai');
    clock.pass(31);
    expect(await titles()).toContain('ai, but newer');
  });

  it('sends one request per service for concurrent calls', async () => {
    const [first, second] = await Promise.all([documents.parts(), documents.parts()]);
    expect(first).toBe(second);
    expect(servers.reviews.requests).toHaveLength(1);
  });

  it.each<[string, Parameters<FixtureServer['handle']>[0]]>([
    ['resets the connection', () => 'reset'],
    ['breaks off its response', () => 'cut'],
    ['responds 500', () => ({ status: 500, body: { success: false } })],
    ['responds 404', () => ({ status: 404, body: { success: false } })],
    ['responds with a page', () => ({ body: '<html></html>' })],
    ['responds with other JSON', () => ({ body: { service: 'ai' } })],
    ['responds with null', () => ({ body: 'null' })],
    ['responds in another OpenAPI version', () => ({ body: { ...documentOf('ai'), openapi: '3.0.0' } })],
    ['never responds', () => 'hang'],
  ])('returns null for a service that %s, and asks it again after five seconds', async (_name, fault) => {
    servers.ai.handle(fault);
    expect(await titles()).toEqual(UPSTREAM_NAMES.map((name) => (name === 'ai' ? null : name)));
    servers.ai.handle(() => ({ body: documentOf('ai') }));
    clock.pass(4);
    expect(await titles()).toContain(null);
    clock.pass(2);
    expect(await titles()).toEqual(UPSTREAM_NAMES);
  });

  it('keeps the last document of a service that has stopped', async () => {
    await documents.parts();
    servers.ai.handle(() => 'reset');
    for (let minute = 0; minute < 5; minute += 1) {
      clock.pass(61);
      expect(await titles()).toEqual(UPSTREAM_NAMES);
    }
  });
});
