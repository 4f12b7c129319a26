import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { PlauditClient } from '@plaudit/client';
import { DatabaseClient } from '@plaudit/database';
import { removeDataDir } from '@plaudit/embedded';
import type { Settings } from '@plaudit/runtime';
import { RecordedLogs, type RecordedRequest, startFixtureServer } from '@plaudit/testing';
import { CheckedAnswers } from './contract/checked-answers.suite';
import { mergedOpenApi } from './merged-openapi';
import { resealAll } from './reseal-all';
import { rebuildProjections, sendSnapshotFrom } from './snapshots';
import { startStandalone, type Standalone } from './standalone';

jest.setTimeout(120_000);

const API_KEY = `rk_${'k'.repeat(40)}`;

describe('standalone', () => {
  let dataDir: string;
  let running: Standalone | null = null;
  let answers: CheckedAnswers;
  const logs = new RecordedLogs();

  beforeAll(async () => {
    answers = new CheckedAnswers((await mergedOpenApi()).document);
    Logger.overrideLogger(logs);
    dataDir = mkdtempSync(join(tmpdir(), 'plaudit-standalone-'));
  });
  afterEach(() => stop());
  afterAll(() => removeDataDir(dataDir));

  function launch(overrides: Settings = {}): Promise<Standalone> {
    const { PATH, POSTGRES_DIR } = process.env;
    const env = { PATH, POSTGRES_DIR, DATA_DIR: dataDir, PORT: '0', BOOTSTRAP_API_KEY: API_KEY };
    return startStandalone({ ...env, ...overrides }, () => {});
  }

  /** Starts a product that ends with the test. */
  async function start(overrides: Settings = {}): Promise<Standalone> {
    running = await launch(overrides);
    return running;
  }

  async function stop(): Promise<void> {
    await running?.close();
    running = null;
  }

  function clientOf(product: Standalone): PlauditClient {
    return new PlauditClient({ baseUrl: product.endpoints.gateway, apiKey: API_KEY, fetch: answers.fetch });
  }

  it('keeps keys, reviews and secrets across a restart', async () => {
    const first = await start();
    const body = { from_name: 'Ida', text: 'Still here tomorrow.', posted_on: '2026-01-02' };
    const { review } = await clientOf(first).post('/reviews/add', { body });
    const key = readFileSync(join(dataDir, 'secrets.key'), 'utf8');
    await first.close();
    const second = await start();
    expect(await clientOf(second).get('/reviews/get')).toMatchObject({ count: 1, items: [review] });
    expect(readFileSync(join(dataDir, 'secrets.key'), 'utf8')).toBe(key);
  });

  it('signs with the stored secret after a rotation of SECRETS_KEY that secrets:reseal ended', async () => {
    const endpoint = await startFixtureServer();
    const old = readFileSync(join(dataDir, 'secrets.key'), 'utf8').trim();
    const SECRETS_KEY = randomBytes(32).toString('base64');
    const add = {
      params: { header: { 'Idempotency-Key': 'before the rotation' } },
      body: { url: endpoint.url, events: ['review.created' as const] },
    };
    const added = await clientOf(await start({ ALLOW_LOOPBACK: 'true' })).post('/webhooks/add', add);
    await stop();
    const lines: string[] = [];
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, SECRETS_KEY, SECRETS_KEY_PREVIOUS: old };
    expect(await resealAll(env, (line) => void lines.push(line))).toBe(true);
    expect(lines).toContain('webhooks.webhooks.secret_enc: 1 values, 1 encrypted again');

    const rotated = clientOf(await start({ ALLOW_LOOPBACK: 'true', SECRETS_KEY }));
    expect(await rotated.post('/webhooks/add', add)).toEqual(added);
    await rotated.post('/webhooks/test/{id}', { params: { path: { id: added.id } } });
    const { headers, body } = endpoint.requests[0] as RecordedRequest;
    const [time, signature] = String(headers['x-service-signature'])
      .split(',')
      .map((part) => part.split('=')[1]);
    const expected = createHmac('sha256', added.secret).update(`${time}.`).update(body).digest('hex');
    expect(signature).toBe(expected);
    // Later tests start with the key of DATA_DIR again.
    await stop();
    expect(await resealAll({ ...env, SECRETS_KEY: old, SECRETS_KEY_PREVIOUS: SECRETS_KEY }, () => {})).toBe(
      true,
    );
    await endpoint.close();
  });

  describe('that runs', () => {
    let product: Standalone;

    beforeAll(async () => {
      product = await launch();
    });
    afterAll(() => product.close());

    it('serves all requests that one client of a key sends at once, with the default limits', async () => {
      const { key: apiKey } = await clientOf(product).post('/keys', { body: { name: 'parallel' } });
      const seen: (string | null)[] = [];
      const client = new PlauditClient({
        baseUrl: product.endpoints.gateway,
        apiKey,
        fetch: async (request) => {
          const response = await answers.fetch(request);
          seen.push(response.headers.get('ratelimit-limit'));
          return response;
        },
      });
      const bodies = await Promise.all(Array.from({ length: 30 }, () => client.get('/tags')));
      expect(bodies.map(({ count }) => count)).toEqual(Array(30).fill(0));
      expect(new Set(seen)).toEqual(new Set(['20']));
      // The bucket was not filled again at once: some were refused, and all at most a few times.
      expect(seen.length).toBeLessThan(50);
    });

    it('writes its addresses to a file that only its owner can read', async () => {
      const file = join(dataDir, 'endpoints.json');
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(product.endpoints);
      expect(await (await fetch(product.endpoints.metrics)).text()).toContain('service="webhooks"');
      for (const secret of [file, join(dataDir, 'secrets.key')])
        expect(statSync(secret).mode & 0o077).toBe(0);
    });

    it('has its Postgres in DATA_DIR or, started by root, in POSTGRES_DIR', () => {
      const folder = join(dataDir, 'postgres');
      const isRoot = process.getuid?.() === 0;
      const location = isRoot
        ? readFileSync(join(folder, 'cluster-location'), 'utf8').trim()
        : join(folder, 'cluster');
      expect(existsSync(join(location, 'postmaster.pid'))).toBe(true);
      const parent = isRoot ? (process.env.POSTGRES_DIR ?? '/var/lib/plaudit') : folder;
      expect(location.startsWith(`${parent}/`)).toBe(true);
    });

    it('sends snapshots and rebuilds copies beside the running product', async () => {
      const lines: string[] = [];
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
      await clientOf(product).post('/reviews/add', {
        body: { from_name: 'Ida', text: 'To be sent.', posted_on: '2026-01-02' },
      });
      const print = (line: string): void => void lines.push(line);
      await sendSnapshotFrom(env, ['--from', 'reviews', '--to', 'ai__review'], print);
      expect(await rebuildProjections(env, ['ai'], print)).toBe(0);
      expect(lines).toEqual([
        expect.stringMatching(/^ai__review: complete; [1-9]\d* records sent/),
        expect.stringMatching(/^ai__channel: complete; 0 records sent.* 0 pages not yet handled$/),
        expect.stringMatching(/^ai__review: complete; [1-9]\d* records sent.* 0 pages not yet handled$/),
        'Rebuilt the copies of ai.',
      ]);
      await expect(rebuildProjections(env, ['webhooks'], print)).rejects.toThrow(
        'Services that do: reviews, invitations, reports, ai, widgets, gateway.',
      );
      await expect(sendSnapshotFrom(env, ['--from', 'nobody'], print)).rejects.toThrow('reviews, channels');
    });

    // It leaves an old page parked, so it comes after the test that counts them.
    it('reports a rebuild as failed while pages of it are parked, and not for those of an earlier one', async () => {
      const lines: string[] = [];
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
      const { postgres } = product.endpoints;
      const client = new DatabaseClient({ connectionString: postgres });
      const rebuild = () => rebuildProjections(env, ['widgets'], (line) => void lines.push(line));
      await client.connect();
      try {
        await client.query('alter table widgets.channels rename to channels_away');
        const code = await rebuild();
        expect(lines.slice(-2)).toEqual([
          expect.stringMatching(/^widgets__channel: 1 parked pages wait for another attempt: .*channels/),
          'Not all copies of widgets are rebuilt. Repair the cause and run the command again.',
        ]);
        expect(code).toBe(1);
        const { rowCount: older } = await client.query(
          `update widgets.parked_events set due_at = now() + interval '1 hour',
             payload = regexp_replace(convert_from(payload, 'UTF8'), '"begun_on":"[0-9]{4}', '"begun_on":"2020')::bytea`,
        );
        expect(older).toBe(1);
      } finally {
        await client.query('alter table widgets.channels_away rename to channels');
        await client.end();
      }
      expect(await rebuild()).toBe(0);
    });

    it('refuses a second start on the same DATA_DIR and leaves the first process running', async () => {
      const second = startStandalone({ PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' }, () => {});
      await expect(second).rejects.toThrow(/is in use by process \d+/);
      expect(await clientOf(product).get('/hello')).toEqual({ success: true });
    });

    it('refuses to start on a port that is in use and names the port and its setting', async () => {
      const { port, host } = new URL(product.endpoints.gateway);
      const other = mkdtempSync(join(tmpdir(), 'plaudit-standalone-'));
      const second = startStandalone({ PATH: process.env.PATH, DATA_DIR: other, PORT: port }, () => {});
      await expect(second).rejects.toThrow(
        `gateway cannot listen on ${host}: the port is in use; stop the other program or set PORT`,
      );
      await removeDataDir(other);
    });
  });

  it('names every invalid setting and leaves no process running', async () => {
    const wrong = start({ LOG_LEVEL: 'loud', DATABASE_POOL: 'many' });
    await expect(wrong).rejects.toThrow(/DATABASE_POOL[\s\S]*LOG_LEVEL|LOG_LEVEL[\s\S]*DATABASE_POOL/);
    expect(await clientOf(await start()).get('/hello')).toEqual({ success: true });
  });

  it.each([
    ['DATABASE_URL', 'foo'],
    ['DATABASE_URL', 'postgres://nobody@127.0.0.1:1/nothing'],
    ['NATS_URL', 'foo'],
    ['NATS_PORT', 'x'],
    ['NATS_PORT', '70000'],
    ['NATS_URL', 'nats://127.0.0.1:1'],
    ['NATS_URL', 'ws://127.0.0.1:1'],
    ['NATS_CREDS', '/nowhere/a.creds'],
    ['DATABASE_DIRECT_URL', 'foo'],
    ['EVENTS_MAX_BYTES', '999999999999999'],
  ])('names %s when it is %s', async (name, value) => {
    await expect(start({ [name]: value })).rejects.toThrow(name);
  });

  it('refuses a bad ORIGIN_OVERRIDES with one sentence and logs no stack', async () => {
    await expect(start({ ORIGIN_OVERRIDES: 'foo' })).rejects.toThrow(
      'channels cannot start, its environment is wrong:\n  - ORIGIN_OVERRIDES: "foo" is not a pair of origins, such as https://itunes.apple.com=http://127.0.0.1:9100',
    );
    expect(logs.errors()).toEqual([]);
  });
});
