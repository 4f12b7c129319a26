import { randomBytes } from 'node:crypto';
import { Clock, Secrets } from '@plaudit/runtime';
import { buildPublicPrincipal, eventually, fakeOnly, HttpClient, type HttpResult } from '@plaudit/testing';
import { Database } from '@plaudit/database';
import {
  basic,
  type GatewayWorld,
  startGatewayWorld,
  waitingSessions,
  whileLocked,
} from '../gateway-world.suite';
import { sendRaw } from '../raw-http.suite';
import { generateApiKey } from '../keys/api-key';
import { GatewayEnv } from '../gateway.env';
import { PrincipalTokensService } from './principal-tokens.service';
import { type AccountsWorld, startAccountsWorld } from '../accounts/accounts-world.suite';
import { KeysRepository, type VerifiedKey } from '../keys/keys.repository';
import { ApiKeyCache } from './api-key.cache';
import { ask, cookieOf, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import { openGatewayDatabase } from '../gateway-database.suite';

function encoded(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

describe('authentication', () => {
  let gateway: GatewayWorld;

  beforeAll(async () => (gateway = await startGatewayWorld()));

  afterEach(() => jest.useRealTimers());

  afterAll(async () => gateway.close());

  function get(path: string, headers: Record<string, string> = {}): Promise<HttpResult> {
    return new HttpClient(gateway.url).get(path, { headers });
  }

  describe('GET /public/v1/hello', () => {
    it('succeeds with a key as the Basic password and an empty username', async () => {
      const { status, headers, body } = await get('/public/v1/hello', basic(gateway.apiKey));
      expect({ status, body }).toEqual({ status: 200, body: { success: true } });
      expect(headers.get('x-api-version')).toBe('1.5.0');
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    });

    it('succeeds with a key as a Bearer token', async () => {
      expect(await get('/public/v1/hello', { authorization: `Bearer ${gateway.apiKey}` })).toMatchObject({
        status: 200,
      });
    });

    it.each(['admin', 'editor', 'user'] as const)(
      'succeeds with a key of role %s that has only the scope reviews:read',
      async (role) => {
        const key = await gateway.addKey({ role, scopes: ['reviews:read'] });
        expect(await get('/public/v1/hello', basic(key))).toMatchObject({ status: 200 });
      },
    );

    it('succeeds with a key that has not expired yet', async () => {
      const key = await gateway.addKey({ expiresOn: "now() + interval '1 hour'" });
      expect(await get('/public/v1/hello', basic(key))).toMatchObject({ status: 200 });
    });
  });

  describe('authentication', () => {
    const unknown = generateApiKey(randomBytes);

    it.each([
      ['no Authorization header', undefined, 'missing_key'],
      ['an empty Authorization header', '', 'missing_key'],
      ['an empty password', encoded(':'), 'missing_key'],
      ['a key that does not exist', encoded(`:${unknown}`), 'invalid_key'],
      ['a Bearer token that does not exist', `Bearer ${unknown}`, 'invalid_key'],
      ['a password of another shape', encoded(':letmein'), 'invalid_key'],
      ['a session token as Bearer', 'Bearer eyJhbGciOiJFZERTQSJ9.e30.c2ln', 'invalid_key'],
      ['the scheme alone', 'Basic', 'invalid_key'],
      ['text that is not base64', 'Basic !!!!', 'invalid_key'],
      ['credentials without a colon', encoded('nothing'), 'invalid_key'],
      ['another scheme', 'Digest username="x"', 'invalid_key'],
    ])('answers 401 to %s', async (_what, authorization, code) => {
      const { status, headers, body } = await get(
        '/public/v1/hello',
        authorization === undefined ? {} : { authorization },
      );
      expect({ status, body }).toEqual({
        status: 401,
        body: { success: false, msg: expect.any(String), code, request_id: headers.get('x-request-id') },
      });
      const error = code === 'missing_key' ? '' : ', error="invalid_token"';
      expect(headers.get('www-authenticate')).toBe(
        `Bearer realm="Plaudit API"${error}, resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/public/v1", ` +
          'Basic realm="Plaudit API", charset="UTF-8"',
      );
    });

    it.each([(key: string) => `user:${key}`, (key: string) => `${key}:`, (key: string) => `${key}:${key}`])(
      'answers 401 to Basic credentials that have a username',
      async (credentials) => {
        const authorization = encoded(credentials(gateway.apiKey));
        expect(await get('/public/v1/hello', { authorization })).toMatchObject({
          status: 401,
          body: { code: 'invalid_key' },
        });
      },
    );

    it('answers 401 to two Authorization headers, even if both are right', async () => {
      const { authorization } = basic(gateway.apiKey);
      const header = `Authorization: ${authorization}`;
      const { status, body } = await sendRaw(gateway.url, [
        'GET /public/v1/hello HTTP/1.1',
        'Host: x',
        header,
        header,
      ]);
      expect(status).toBe(401);
      expect(JSON.parse(body)).toMatchObject({ code: 'invalid_key' });
    });

    it('answers 401 to an expired key', async () => {
      const key = await gateway.addKey({ expiresOn: "now() - interval '1 second'" });
      expect(await get('/public/v1/hello', basic(key))).toMatchObject({
        status: 401,
        body: { code: 'key_expired' },
      });
    });

    it('answers 401 to a key as soon as it expires, even if it is cached', async () => {
      const key = await gateway.addKey({ expiresOn: "now() + interval '1 hour'" });
      const [row] = await gateway.world.admin.query<{ end: Date }>(
        'select max(expires_on) as end from gateway.keys where prefix = $1',
        [key.slice(0, 11)],
      );
      const hello = (): Promise<HttpResult> => get('/public/v1/hello', basic(key));
      fakeOnly('Date');
      jest.setSystemTime(row!.end.getTime() - 1);
      expect(await hello()).toMatchObject({ status: 200 });
      jest.advanceTimersByTime(1);
      expect(await hello()).toMatchObject({ status: 401, body: { code: 'key_expired' } });
    });

    it('answers 401 to a deleted key and to a key of a deleted sub account', async () => {
      const deleted = await gateway.addKey();
      await gateway.world.admin.query(
        'update gateway.keys set deleted_at = now() where id = (select max(id) from gateway.keys)',
      );
      expect(await get('/public/v1/hello', basic(deleted))).toMatchObject({
        status: 401,
        body: { code: 'invalid_key' },
      });

      const [sub] = await gateway.world.admin.query<{ id: number }>(
        `insert into gateway.sub_accounts (account_id, name, deleted_at)
       select id, 'closed', now() from gateway.accounts limit 1 returning id`,
      );
      const keyOfDeleted = await gateway.addKey({ subAccountId: sub?.id });
      expect(await get('/public/v1/hello', basic(keyOfDeleted))).toMatchObject({
        status: 401,
        body: { code: 'invalid_key' },
      });
    });

    it('answers 401 to every key of an account whose API integration is switched off', async () => {
      const [sub] = await gateway.world.admin.query<{ id: number }>(
        `with account as (insert into gateway.accounts (plan, company_name, api_enabled) values ('trial', 'off', false) returning id)
       insert into gateway.sub_accounts (account_id, name, main) select id, 'off', true from account returning id`,
      );
      const key = await gateway.addKey({ subAccountId: sub?.id });
      expect(await get('/public/v1/hello', basic(key))).toMatchObject({
        status: 401,
        body: { code: 'api_disabled' },
      });
      expect(await get('/public/v1/hello', basic(gateway.apiKey))).toMatchObject({ status: 200 });
    });

    it('answers 401 to unknown paths of the API, so that only key holders learn which paths exist', async () => {
      expect(await get('/public/v1/nonsense')).toMatchObject({ status: 401, body: { code: 'missing_key' } });
    });

    it('answers 404 to unknown paths, to those of the API only if the request has a key', async () => {
      expect(await get('/public/v1/nonsense', basic(gateway.apiKey))).toMatchObject({
        status: 404,
        body: { success: false, code: 'not_found', msg: 'There is no GET /public/v1/nonsense in this API.' },
      });
      for (const path of ['/nonsense', '/internal/anything', '/metrics', '/public/v2/hello']) {
        const { status, headers, body } = await get(path);
        expect({ status, body }).toEqual({
          status: 404,
          body: {
            success: false,
            code: 'not_found',
            msg: `There is no GET ${path} in this API.`,
            request_id: headers.get('x-request-id'),
          },
        });
      }
    });

    it('requires no key for health checks', async () => {
      expect(await get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    });

    it('accepts a key whose prefix is shared with other keys', async () => {
      const keys = await Promise.all(Array.from({ length: 3 }, async () => gateway.addKey()));
      await gateway.world.admin.query(`update gateway.keys set prefix = $1 where prefix = $2`, [
        keys[0]?.slice(0, 11),
        keys[1]?.slice(0, 11),
      ]);
      expect(await get('/public/v1/hello', basic(keys[0] as string))).toMatchObject({ status: 200 });
      // The row of this key now has the prefix of the first key. Look-ups search by prefix, so they do not find it.
      expect(await get('/public/v1/hello', basic(keys[1] as string))).toMatchObject({ status: 401 });
    });

    it('accepts many concurrent requests with the same new key', async () => {
      const key = await gateway.addKey();
      const answers = await Promise.all(
        Array.from({ length: 50 }, async () => get('/public/v1/hello', basic(key))),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    });

    it('records when a key was last used, at most once a minute', async () => {
      const key = await gateway.addKey();
      const lastUsed = async (): Promise<Date | null> => {
        const [row] = await gateway.world.admin.query<{ last_used_on: Date | null }>(
          'select last_used_on from gateway.keys where prefix = $1',
          [key.slice(0, 11)],
        );
        return row?.last_used_on ?? null;
      };
      expect(await lastUsed()).toBeNull();
      await get('/public/v1/hello', basic(key));
      const first = await eventually(lastUsed, (date) => date !== null, 'last_used_on to be written');
      expect(Math.abs(Date.now() - (first?.getTime() ?? 0))).toBeLessThan(60_000);

      // The use of a second key shows when the next write has happened.
      const other = await gateway.addKey();
      await get('/public/v1/hello', basic(key));
      await get('/public/v1/hello', basic(other));
      await eventually(
        async () =>
          gateway.world.admin.query(
            'select 1 from gateway.keys where prefix = $1 and last_used_on is not null',
            [other.slice(0, 11)],
          ),
        (rows) => rows.length === 1,
        'the next write',
      );
      expect(await lastUsed()).toEqual(first);
    });
  });

  describe('the tokens of principals', () => {
    it('are signed again after a failure', async () => {
      const secrets = new Secrets(gateway.settings['SECRETS_KEY'] as string);
      const env = Object.assign(new GatewayEnv(), { PRINCIPAL_PUBLIC_KEYS: gateway.publicKey });
      const tokens = new PrincipalTokensService(env, secrets, new Clock());
      const principal = buildPublicPrincipal();
      // JSON has no bigint.
      Object.assign(principal, { account_id: 1n });
      await expect(async () => tokens.tokenFor(principal, 'reviews')).rejects.toThrow(/BigInt/);
      Object.assign(principal, { account_id: 1 });
      expect(await tokens.tokenFor(principal, 'reviews')).toMatch(/^ey/);
    });
  });
});

/** The real repository, but its results are held back until `release` is called. */
class SlowRepository extends KeysRepository {
  release: () => void = () => {};
  private readonly released = new Promise<void>((resolve) => (this.release = resolve));

  override async findVerified(prefix: string, hash: Buffer): Promise<VerifiedKey | null> {
    const key = await super.findVerified(prefix, hash);
    await this.released;
    return key;
  }
}

describe('ApiKeyCache', () => {
  let gateway: AccountsWorld;
  let database: Database;
  beforeAll(async () => {
    gateway = await startAccountsWorld();
    database = await openGatewayDatabase(gateway);
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await gateway.close();
  });

  it('forgets one key, the keys of one account, or all keys', async () => {
    const cache = new ApiKeyCache(new KeysRepository(database));
    const mine = [gateway.apiKey, (await gateway.keyFor()).key, (await gateway.keyFor()).key];
    const theirs = (await gateway.addAccount()).key;
    const cached = (): boolean[] => [...mine, theirs].map((key) => Boolean(cache.get(key)));
    for (const key of [...mine, theirs]) await cache.load(key);
    expect(cached()).toEqual([true, true, true, true]);
    cache.forgetKey(cache.get(mine[1] as string)?.keyId as number);
    expect(cached()).toEqual([true, false, true, true]);
    cache.forgetAccount(cache.get(theirs)?.principal.account_id as number);
    expect(cached()).toEqual([true, false, true, false]);
    cache.forgetAll();
    expect(cached()).toEqual([false, false, false, false]);
  });

  it.each(['forgetAll', 'forgetKey', 'forgetAccount'] as const)(
    'does not cache the result of a look-up that started before %s was called',
    async (forget) => {
      const { key } = await gateway.keyFor();
      const repository = new SlowRepository(database);
      const cache = new ApiKeyCache(repository);
      const early = cache.load(key);
      // Other requests share this look-up until its result may be out of date.
      expect(cache.isLoading(key)).toBe(true);
      cache[forget](0);
      expect(cache.isLoading(key)).toBe(false);
      const late = cache.load(key);
      repository.release();
      expect((await early)?.principal.role).toBe('admin');
      await late;
      // The later result is cached. The earlier one has neither overwritten nor removed it.
      expect(cache.get(key)).toBe(await late);
      expect(cache.isLoading(key)).toBe(false);
    },
  );

  describe('when time passes', () => {
    /** Milliseconds added to the monotonic clock. The cache uses that clock, so changes of the system date do not matter. */
    let ahead = 0;
    beforeEach(() => {
      const now = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    });
    afterEach(() => jest.restoreAllMocks());

    it('keeps a key for 30 s and no longer, even if no revocation arrives over NATS', async () => {
      const cache = new ApiKeyCache(new KeysRepository(database));
      const { key } = await gateway.keyFor();
      const wrong = `rk_${'0'.repeat(40)}`;
      await Promise.all([cache.load(key), cache.load(wrong)]);
      ahead = 20_000;
      expect([cache.get(key)?.principal.role, cache.get(wrong)]).toEqual(['admin', null]);
      ahead = 30_001;
      await eventually(
        () => [cache.get(key), cache.get(wrong)],
        (both) => both.every((one) => one === undefined),
        'both keys to leave the cache',
        { timeoutMs: 5_000 },
      );
    });
  });
});

const POOL = 5;

/** Visitors together may use half of the pool, rounded up. */
const FOR_PAGES = 3;

describe('the look-up of API keys', () => {
  let gateway: GatewayWorld;
  const { signInByPassword, signInByLink } = signIns(() => gateway);
  beforeAll(async () => (gateway = await startSignInWorld({ DATABASE_POOL: String(POOL) })));
  afterAll(() => gateway.close());

  it('works for a new key while a flood of pages and sign-in links waits for a slow database', async () => {
    const cookie = cookieOf(await signInByPassword());
    const newKeys = await Promise.all(Array.from({ length: 10 }, () => gateway.addKey()));
    // Waiting requests fail if this machine pauses.
    gateway.world.expectErrors(/timeout exceeded when trying to connect|statement timeout/);
    const flood: Promise<unknown>[] = [];
    await whileLocked(gateway, 'gateway.sessions, gateway.login_links', async () => {
      for (let sent = 0; sent < 30; sent += 1) {
        flood.push(
          ask(gateway, '/app/session', { headers: { cookie } }),
          ask(gateway, '/app/sessions', { headers: { cookie } }),
          signInByLink(String(sent).repeat(43).slice(0, 43)),
        );
      }
      const waiting = () => waitingSessions(gateway);
      await eventually(waiting, (count) => count === FOR_PAGES, 'every connection for pages to be taken');
      const statuses = newKeys.map((key) => fetch(`${gateway.url}/public/v1/hello`, { headers: basic(key) }));
      expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual(newKeys.map(() => 200));
      expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
      const ready = await fetch(`${gateway.url}/health/ready`);
      expect(await ready.json()).toMatchObject({ details: { database: { status: 'up' } } });
    });
    await Promise.all(flood);
  });
});
