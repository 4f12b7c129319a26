import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket, connect } from 'node:net';
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import {
  type AccessLine,
  eventually,
  fakeOnly,
  HttpClient,
  type FixtureServer,
  startFixtureServer,
  Exposition,
  type HttpOptions,
  itAtLength,
} from '@plaudit/testing';
import { PRINCIPAL_HEADER, type ServiceName, UNKNOWN_SUB_ACCOUNTS_PATH, UNLIMITED } from '@plaudit/contracts';
import { PrincipalVerifier, AddressBook } from '@plaudit/runtime';
import {
  basic,
  type GatewayWorld,
  NOBODY_URL,
  startGatewayWorld,
  IMPATIENT,
  waitingSessions,
  whileLocked,
} from '../gateway-world.suite';
import { loggedRoute, findDestination, type UpstreamName } from './route-table';
import { failTogether, type ServiceFault } from './faulty-services.suite';
import { lastRequest, principalAt } from './received-requests.suite';
import { sendRaw } from '../raw-http.suite';
import { Client, HUGE, StreamingProxy, MEGABYTE } from './streaming-proxy.suite';
import { ask, ORIGIN, signIns } from '../sign-in/sign-in-world.suite';
import { type AccountsWorld, Api, startAccountsWorld } from '../accounts/accounts-world.suite';
import { ClientGone, Upstream } from './upstream';

describe('the access log of the gateway', () => {
  let gateway: GatewayWorld;
  let next = 0;

  beforeAll(async () => {
    gateway = await startGatewayWorld({
      WEBHOOKS_URL: NOBODY_URL,
      THROTTLE_BURST: '5',
      THROTTLE_RATE: '0.001',
    });
  });
  afterAll(() => gateway.close());

  /** Sends a request and returns its status and its line. */
  async function send(path: string, headers: Record<string, string> = {}): Promise<[number, AccessLine]> {
    const id = `gateway-log-${(next += 1)}`;
    const { status } = await fetch(gateway.url + path, { headers: { ...headers, 'x-request-id': id } });
    const [line] = await eventually(
      () => gateway.world.logs.requests().filter(({ request_id }) => request_id === id),
      (lines) => lines.length > 0,
      `the line of ${path}`,
    );
    return [status, line as AccessLine];
  }

  it('names route, service, replica and key of a request that it passes on', async () => {
    const key = {
      account_id: expect.any(Number),
      sub_account_id: expect.any(Number),
      key_id: expect.any(Number),
    };
    const [status, line] = await send('/public/v1/reviews/get/4711?q=private', basic(gateway.apiKey));
    expect(status).toBe(200);
    expect(line).toEqual({
      message: 'Answered a request',
      method: 'GET',
      route: '/public/v1/reviews/get/*',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      ...key,
      request_id: expect.any(String),
      upstream: 'reviews',
      replica: new URL(gateway.upstreams.reviews.url).host,
      service: 'gateway',
    });
  });

  it('names the pattern of its own operations', async () => {
    const [status, line] = await send('/public/v1/hello', basic(gateway.apiKey));
    expect(status).toBe(200);
    expect(line).toMatchObject({ route: '/public/v1/hello', key_id: expect.any(Number) });
    expect([line.upstream, line.replica]).toEqual([undefined, undefined]);
  });

  it('has a line for what it refuses or cannot pass on, with what is known', async () => {
    const key = basic(await gateway.addKey());
    const refused = async (path: string, headers = {}) => {
      const [status, { route, upstream, replica, key_id }] = await send(path, headers);
      expect(replica).toBe(undefined);
      return [status, route, upstream, typeof key_id];
    };
    expect(await refused('/public/v1/reviews/get')).toEqual([
      401,
      '/public/v1/reviews/get',
      'reviews',
      'undefined',
    ]);
    expect(await refused('/nothing/secret')).toEqual([404, 'unmatched', undefined, 'undefined']);
    expect(await refused('/public/v1/secret/path', key)).toEqual([404, '/public/v1/*', undefined, 'number']);
    expect(await refused('/public/v1/webhooks', key)).toEqual([
      503,
      '/public/v1/webhooks',
      'webhooks',
      'number',
    ]);
    for (let more = 0; more < 5; more += 1) await send('/public/v1/tags', key);
    expect(await refused('/public/v1/tags', key)).toEqual([429, '/public/v1/tags', 'reviews', 'number']);
  });

  it.each([
    ['/i/aToken', '/i/*'],
    ['/u/lowercase', '/u/*'],
    ['/login/once/x', '/login/once/*'],
    ['/oauth/callback/google', '/oauth/callback/*'],
    ['/embed/v1/widgets/abc.json', '/embed/*'],
    ['/public/v1/profiles/add', '/public/v1/channels/add'],
    ['/public/v1/widgets/5/reviews', '/public/v1/widgets/*'],
    ['/public/v1/reviews/ann@example.com', '/public/v1/reviews/*'],
    ['/public/v1/reviews/', '/public/v1/reviews'],
    ['/', '/'],
  ])('says of the path %s only %s', (path, expected) => {
    const destination = findDestination(path);
    expect(destination && loggedRoute(destination)).toBe(expected);
  });
});

/** A link in a mail. No other test of its gateway opens it. */
const LINK = '/i/opened-by-many';

describe('a gateway with default settings', () => {
  let gateway: GatewayWorld;
  beforeAll(async () => (gateway = await startGatewayWorld()));
  afterAll(() => gateway.close());

  describe('gateway routes principal', () => {
    let headers: { authorization: string };

    beforeAll(() => {
      headers = basic(gateway.apiKey);
    });

    /** Returns the token that a service got with a request of the key. */
    async function tokenOf(service: UpstreamName, path: string, key = gateway.apiKey): Promise<string> {
      await fetch(`${gateway.url}${path}`, { headers: basic(key) });
      return String(lastRequest(gateway, service).headers[PRINCIPAL_HEADER]);
    }

    describe('the principal of a proxied request', () => {
      it('has the account, sub account, role, scopes, limits and names of the key', async () => {
        const key = await gateway.addKey({ role: 'user', scopes: ['reviews:read', 'widgets:write'] });
        await fetch(`${gateway.url}/public/v1/reviews/get`, { headers: basic(key) });
        const [row] = await gateway.world.admin.query<{
          id: number;
          account_id: number;
          sub_account_id: number;
        }>('select id, account_id, sub_account_id from gateway.keys order by id desc limit 1');
        expect(await principalAt(gateway, 'reviews')).toEqual({
          account_id: row?.account_id,
          sub_account_id: row?.sub_account_id,
          main: false,
          key_id: row?.id,
          role: 'user',
          scopes: ['reviews:read'],
          limits: { ...UNLIMITED, webhooks: 50, ai_day: 5000, keys: 100 },
          names: { actor: 'test', company: 'My company', sub_account: 'My company' },
        });
      });

      it('has account:manage, and with it the whole account, only when the key has it', async () => {
        await fetch(`${gateway.url}/public/v1/tags`, { headers });
        expect(await principalAt(gateway, 'reviews')).toMatchObject({
          main: true,
          scopes: expect.arrayContaining(['account:manage']),
        });
        await fetch(`${gateway.url}/public/v1/tags`, {
          headers: basic(await gateway.addKey({ role: 'admin' })),
        });
        expect((await principalAt(gateway, 'reviews')).scopes).not.toContain('account:manage');
      });

      it('prefers the limits of the sub account to those of the account, and those to the plan', async () => {
        const [sub] = await gateway.world.admin.query<{ id: number; account_id: number }>(
          `with account as (
         insert into gateway.accounts (plan, company_name, limits) values ('trial', 'x', '{"channels": 7, "properties": 3}')
         returning id)
       insert into gateway.sub_accounts (account_id, name, properties) select id, 'branch', 2 from account
       returning id, account_id`,
        );
        await fetch(`${gateway.url}/public/v1/tags`, {
          headers: basic(await gateway.addKey({ subAccountId: sub?.id })),
        });
        expect(await principalAt(gateway, 'reviews')).toMatchObject({
          account_id: sub?.account_id,
          sub_account_id: sub?.id,
          main: false,
          limits: { channels: 7, properties: 2, webhooks: 2, users: 2 },
        });
      });

      it('is valid for 60 seconds and shared by requests of the same key', async () => {
        const key = await gateway.addKey();
        const began = Math.floor(Date.now() / 1000);
        const tokens = new Set<string>();
        for (let i = 0; i < 3; i += 1) {
          await fetch(`${gateway.url}/public/v1/tags`, { headers: basic(key) });
          tokens.add(String(lastRequest(gateway, 'reviews').headers[PRINCIPAL_HEADER]));
        }
        expect(tokens.size).toBe(1);
        const [payload = ''] = [...tokens].map((token) => token.split('.')[1]);
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
          iat: number;
          exp: number;
        };
        expect(claims.exp - claims.iat).toBe(60);
        expect(claims.iat).toBeGreaterThanOrEqual(began);
        expect(claims.iat).toBeLessThanOrEqual(Date.now() / 1000);
      });

      it('is signed for the service that receives it', async () => {
        const token = await tokenOf('invitations', '/public/v1/invite/requests/get');
        const verdict = (service: ServiceName) =>
          new PrincipalVerifier(gateway.publicKey, service).verify(token);
        expect((await verdict('invitations')).account_id).toBeGreaterThan(0);
        for (const other of ['reviews', 'widgets', 'gateway'] as const) {
          await expect(verdict(other)).rejects.toMatchObject({ status: 401, code: 'invalid_key' });
        }
        await fetch(`${gateway.url}/i/token`);
        const open = String(lastRequest(gateway, 'invitations').headers[PRINCIPAL_HEADER]);
        await expect(new PrincipalVerifier(gateway.publicKey, 'widgets').verify(open)).rejects.toMatchObject({
          status: 401,
        });
      });

      it('is never taken from the client', async () => {
        const forged = { [PRINCIPAL_HEADER]: 'forged', connection: PRINCIPAL_HEADER };
        await fetch(`${gateway.url}/public/v1/tags`, {
          headers: { ...headers, [PRINCIPAL_HEADER]: 'forged' },
        });
        expect((await principalAt(gateway, 'reviews')).account_id).toBeGreaterThan(0);
        await fetch(`${gateway.url}/embed/v1/x`, { headers: { [PRINCIPAL_HEADER]: 'forged' } });
        expect((await principalAt(gateway, 'widgets')).scopes).toEqual(['public']);

        // The gateway does not accept a token that it signed itself either.
        const token = String(lastRequest(gateway, 'widgets').headers[PRINCIPAL_HEADER]);
        for (const value of [token, forged[PRINCIPAL_HEADER]]) {
          const response = await fetch(`${gateway.url}/public/v1/hello`, {
            headers: { [PRINCIPAL_HEADER]: value as string },
          });
          expect(response.status).toBe(401);
        }
      });
    });

    describe('a request of another service', () => {
      const WEBHOOKS = '/public/v1/webhooks/get';
      const ask = (sent: Record<string, string>, ids: unknown = [1]) =>
        fetch(`${gateway.url}${UNKNOWN_SUB_ACCOUNTS_PATH}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...sent },
          body: JSON.stringify({ ids }),
        });

      it('learns which ids are not sub accounts of the caller’s account', async () => {
        const [foreign] = await gateway.world.admin.query<{ id: number }>(
          `with account as (insert into gateway.accounts (plan, company_name) values ('trial', 'y') returning id)
       insert into gateway.sub_accounts (account_id, name) select id, 'theirs' from account returning id`,
        );
        const [deleted] = await gateway.world.admin.query<{ id: number; own: number }>(
          `insert into gateway.sub_accounts (account_id, name, deleted_at)
       select account_id, 'gone', now() from gateway.sub_accounts where id = (select min(id) from gateway.sub_accounts)
       returning id, (select min(id) from gateway.sub_accounts) as own`,
        );
        const ids = [deleted?.own, foreign?.id, deleted?.id, 999_999_999];
        const response = await ask({ [PRINCIPAL_HEADER]: await tokenOf('webhooks', WEBHOOKS) }, ids);
        expect([response.status, await response.json()]).toEqual([200, { unknown: ids.slice(1) }]);
      });

      it('is refused without the token of a service that asks the gateway', async () => {
        expect((await ask({})).status).toBe(404);
        expect((await ask(headers)).status).toBe(404);
        expect((await ask({ [PRINCIPAL_HEADER]: 'forged' })).status).toBe(401);
        const other = await tokenOf('invitations', '/public/v1/invite/requests/get');
        expect((await ask({ [PRINCIPAL_HEADER]: other })).status).toBe(401);
        const open = await fetch(`${gateway.url}/w/x`).then(() => lastRequest(gateway, 'widgets'));
        expect((await ask({ [PRINCIPAL_HEADER]: String(open.headers[PRINCIPAL_HEADER]) })).status).toBe(401);
      });

      it('is answered for a key with any scope, because the scopes of an operation are checked where it is served', async () => {
        const reader = await gateway.addKey({ scopes: ['reports:read'] });
        const token = await tokenOf('reports', '/public/v1/reports/ratings', reader);
        const response = await ask({ [PRINCIPAL_HEADER]: token }, [999_999_999]);
        expect([response.status, await response.json()]).toEqual([200, { unknown: [999_999_999] }]);
      });

      it('reaches no other path of the gateway with its token', async () => {
        const token = await tokenOf('webhooks', WEBHOOKS);
        for (const [path, status] of [
          ['/public/v1/hello', 401],
          ['/internal/openapi.json', 404],
          [`${UNKNOWN_SUB_ACCOUNTS_PATH}/x`, 404],
        ] as const) {
          const response = await fetch(`${gateway.url}${path}`, { headers: { [PRINCIPAL_HEADER]: token } });
          expect([path, response.status]).toEqual([path, status]);
        }
      });
    });

    describe('a public route', () => {
      it.each<[string, UpstreamName]>([
        ['/embed/v1/w_1', 'widgets'],
        ['/w/w_1', 'widgets'],
        ['/i/token', 'invitations'],
        ['/o/token', 'invitations'],
        ['/u/token', 'invitations'],
        ['/hooks/mail', 'invitations'],
        ['/oauth/callback/google', 'channels'],
      ])('%s needs no key and reaches %s with the public principal', async (path, name) => {
        const response = await fetch(`${gateway.url}${path}`, { redirect: 'manual' });
        expect(response.status).toBe(200);
        expect(response.headers.get('x-api-version')).toBeNull();
        expect(await principalAt(gateway, name)).toEqual({
          account_id: 0,
          sub_account_id: 0,
          main: false,
          key_id: null,
          role: null,
          scopes: ['public'],
          limits: UNLIMITED,
        });
      });

      it('ignores an API key and passes the Authorization header on', async () => {
        await fetch(`${gateway.url}/hooks/mail`, { method: 'POST', headers });
        expect((await principalAt(gateway, 'invitations')).account_id).toBe(0);
        expect(lastRequest(gateway, 'invitations').headers.authorization).toBe(headers.authorization);
      });

      it('passes on the headers of the service for caching and CORS', async () => {
        gateway.upstreams.widgets.handle(() => ({
          status: 304,
          headers: { etag: '"7-1"', 'access-control-allow-origin': '*', 'cache-control': 'max-age=0' },
        }));
        const response = await fetch(`${gateway.url}/embed/v1/w_1`, {
          headers: { 'if-none-match': '"7-1"' },
        });
        expect(response.status).toBe(304);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          etag: '"7-1"',
          'access-control-allow-origin': '*',
          'cache-control': 'max-age=0',
        });
        expect(lastRequest(gateway, 'widgets').headers['if-none-match']).toBe('"7-1"');
        gateway.upstreams.widgets.handle(() => ({ body: { service: 'widgets' } }));
      });
    });
  });

  describe('gateway routes', () => {
    let headers: { authorization: string };

    beforeAll(() => {
      headers = basic(gateway.apiKey);
    });

    describe('a proxied request', () => {
      it.each<[string, string, UpstreamName]>([
        ['GET', '/public/v1/reviews/get/5', 'reviews'],
        ['GET', '/public/v1/tags', 'reviews'],
        ['POST', '/public/v1/sources/add', 'reviews'],
        ['PUT', '/public/v1/channels/update/5', 'channels'],
        ['GET', '/public/v1/groups', 'channels'],
        ['GET', '/public/v1/channels/rating_history/5', 'reports'],
        ['GET', '/public/v1/reports/ratings', 'reports'],
        ['POST', '/public/v1/channels/ai/summary/5', 'ai'],
        ['DELETE', '/public/v1/invite/requests/delete/5', 'invitations'],
        ['PATCH', '/public/v1/widgets/types', 'widgets'],
        ['GET', '/public/v1/webhooks/get', 'webhooks'],
      ])('%s %s reaches %s with its method, path and query', async (method, path, name) => {
        const response = await fetch(`${gateway.url}${path}?b=2&a=%2e%2e%2f&c`, { method, headers });
        expect(await response.json()).toEqual({ service: name });
        expect(response.headers.get('x-api-version')).toBe('1.5.0');
        expect(lastRequest(gateway, name)).toMatchObject({ method, path });
        expect(lastRequest(gateway, name).query.toString()).toBe('b=2&a=..%2F&c=');
      });

      it.each<[string, string, UpstreamName]>([
        ['/public/v1/profiles/add', '/public/v1/channels/add', 'channels'],
        ['/public/v1/profiles/get/5', '/public/v1/channels/get/5', 'channels'],
        ['/public/v1/profiles/rating_history/5', '/public/v1/channels/rating_history/5', 'reports'],
        ['/public/v1/profiles/ai/summary/5', '/public/v1/channels/ai/summary/5', 'ai'],
      ])('to the alias %s reaches the service as %s', async (alias, path, name) => {
        await fetch(`${gateway.url}${alias}?days=7`, { headers });
        expect(lastRequest(gateway, name).path).toBe(path);
        expect(lastRequest(gateway, name).query.get('days')).toBe('7');
      });

      it('keeps two dots inside a segment and drops an empty query', async () => {
        const response = await fetch(`${gateway.url}/public/v1/reviews/get/1..2?`, { headers });
        expect(response.status).toBe(200);
        expect(lastRequest(gateway, 'reviews')).toMatchObject({ path: '/public/v1/reviews/get/1..2' });
        expect([...lastRequest(gateway, 'reviews').query]).toEqual([]);
      });

      it('keeps the bytes of its body and its own headers', async () => {
        const body = Buffer.from([0, 255, 13, 10, 128, ...Buffer.from('{"broken": ')]);
        await fetch(`${gateway.url}/public/v1/reviews/add`, {
          method: 'POST',
          body,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'idempotency-key': 'once',
            traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
            'accept-language': 'de',
          },
        });
        expect(lastRequest(gateway, 'reviews').body).toEqual(body);
        expect(lastRequest(gateway, 'reviews').headers).toMatchObject({
          'content-type': 'application/json',
          'content-length': String(body.length),
          'idempotency-key': 'once',
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
          'accept-language': 'de',
        });
      });

      it('keeps a chunked body without a content type', async () => {
        const chunks = ['{"text":', '"x"}'].map((chunk) => new TextEncoder().encode(chunk));
        const init = {
          method: 'POST',
          body: ReadableStream.from(chunks),
          duplex: 'half',
          headers,
        } as RequestInit;
        await fetch(`${gateway.url}/public/v1/reviews/add`, init);
        expect(lastRequest(gateway, 'reviews').text).toBe('{"text":"x"}');
      });

      it('keeps a valid X-Request-Id or gets a new one, which the response repeats', async () => {
        const given = await fetch(`${gateway.url}/public/v1/tags`, {
          headers: { ...headers, 'x-request-id': 'my-request-1' },
        });
        expect(given.headers.get('x-request-id')).toBe('my-request-1');
        expect(lastRequest(gateway, 'reviews').headers['x-request-id']).toBe('my-request-1');

        const odd = await fetch(`${gateway.url}/public/v1/tags`, {
          headers: { ...headers, 'x-request-id': 'a b<c>' },
        });
        expect(odd.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
        expect(lastRequest(gateway, 'reviews').headers['x-request-id']).toBe(odd.headers.get('x-request-id'));
      });

      it('loses its key and its cookies, and gets the X-Forwarded headers', async () => {
        await fetch(`${gateway.url}/public/v1/tags`, {
          headers: { ...headers, cookie: 'sid=1', 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil' },
        });
        const received = lastRequest(gateway, 'reviews').headers;
        expect(received).not.toHaveProperty('authorization');
        expect(received).not.toHaveProperty('cookie');
        expect(received['x-forwarded-for']).toBe('1.2.3.4, 127.0.0.1');
        expect(received['x-forwarded-host']).toBe(new URL(gateway.url).host);
      });
    });

    describe('a proxied response', () => {
      afterEach(() => gateway.upstreams.reports.handle(() => ({ body: { service: 'reports' } })));

      const request = async (init: RequestInit = {}): Promise<Response> =>
        fetch(`${gateway.url}/public/v1/reports/x`, { headers, redirect: 'manual', ...init });

      it.each([201, 202, 302, 400, 404, 409, 422, 429, 500, 503])(
        'with status %i keeps its status, headers and body',
        async (status) => {
          const body = '{"msg": "exactly  so"}';
          gateway.upstreams.reports.handle(() => ({
            status,
            body,
            headers: {
              'content-type': 'application/json',
              'x-own': 'yes',
              'set-cookie': ['a=1', 'b=2'],
              location: '/there',
            },
          }));
          const response = await request();
          expect(response.status).toBe(status);
          expect(await response.text()).toBe(body);
          expect(response.headers.get('x-own')).toBe('yes');
          expect(response.headers.get('location')).toBe('/there');
          expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
        },
      );

      it('has the headers of the gateway unless the service sets the same', async () => {
        const own = { 'x-request-id': 'of-the-service', 'x-api-version': '9' };
        gateway.upstreams.reports.handle(() => ({ headers: own }));
        expect(Object.fromEntries((await request()).headers)).toMatchObject(own);

        gateway.upstreams.reports.handle(() => ({ headers: { ...own, connection: 'close, X-Request-Id' } }));
        const { headers: received } = await request({
          headers: { ...headers, 'x-request-id': 'my-request-1' },
        });
        expect(received.get('x-request-id')).toBe('my-request-1');
        expect(received.get('x-api-version')).toBe('9');
      });

      it('to HEAD has headers and no body', async () => {
        gateway.upstreams.reports.handle(() => ({ headers: { 'content-length': '12', etag: '"1"' } }));
        const response = await request({ method: 'HEAD' });
        expect(lastRequest(gateway, 'reports').method).toBe('HEAD');
        expect(response.headers.get('etag')).toBe('"1"');
        expect(await response.text()).toBe('');
      });

      it('of 64 MB arrives complete', async () => {
        const megabyte = Buffer.alloc(1024 * 1024, 'x');
        gateway.upstreams.reports.handle(() => ({
          drip: { chunks: Array.from({ length: 64 }, () => megabyte), everyMs: 0 },
        }));
        const response = await request();
        let bytes = 0;
        for await (const chunk of response.body as ReadableStream<Uint8Array>) bytes += chunk.length;
        expect(bytes).toBe(64 * 1024 * 1024);
      });

      it('begins to arrive before the service has finished it', async () => {
        // The pause is so long that the second chunk comes after the end of the test.
        gateway.upstreams.reports.handle(() => ({ drip: { chunks: ['first', 'second'], everyMs: 60_000 } }));
        const reader = (await request()).body?.getReader();
        const first = await reader?.read();
        expect(Buffer.from(first?.value ?? []).toString()).toBe('first');
        await reader?.cancel();
      });

      it('that breaks off ends the connection, so that no client takes it for complete', async () => {
        gateway.upstreams.reports.handle(() => 'cut');
        await expect(request().then(async (response) => response.text())).rejects.toThrow('terminated');
      });
    });

    it('POST /hello gets 405 in the error format although its body is not valid JSON', async () => {
      const response = await fetch(`${gateway.url}/public/v1/hello`, {
        method: 'POST',
        body: '{"broken',
        headers: { ...headers, 'content-type': 'application/json' },
      });
      expect(response.status).toBe(405);
      expect(await response.json()).toMatchObject({
        success: false,
        code: 'method_not_allowed',
        request_id: expect.any(String),
      });
    });
  });

  describe('the gateway', () => {
    it.each([
      'http://gateway/public/v1/hello',
      'http://gateway/public/v1/reviews/get',
      'https://elsewhere/public/v1/reviews/get',
      '//public/v1/reviews/get',
      '/public//v1/reviews/get',
      '/public/v1//reviews/get',
      '/public/v1/../',
      '/public/v1/..',
      '/public/v1/%2e%2e/',
      '/public/v1/../internal/reviews',
      '/w/../internal/rev',
      '/app/..%2finternal/rev',
      '/app/%2e%2e/public/v1/reviews/get',
      '/login/once/../../public/v1/reviews/get',
      '/public/v1/reviews/get/%2f',
      '/PUBLIC/V1/reviews/get',
      'http://gateway@elsewhere/public/v1/reviews/get',
      '/public/v1/reviews/../../../internal/rev',
      '/public/v1/reviews/..',
      '/public/v1/./reviews/get',
      '/public/v1/%2e%2e/internal/rev',
      '/public/v1/reviews/%2e%2e/webhooks/get',
      '/public/v1/reviews/.%2E/webhooks/get',
      '/public/v1/reviews%2fget',
      '/public/v1/reviews/..%2f..%2f..%2finternal',
      '/public/v1/reviews/..%5c..%5cinternal',
      '/public/v1/reviews\\..\\internal',
      '/public/v1/reviews/..;/webhooks/get',
      '/public/v1/reviews/%252e%252e/webhooks',
      '/public/v1/%72eviews/get',
      '/embed/../public/v1/reviews/get',
      '/embed/%2e%2e/public/v1/reviews/get',
      '/public/v1/openapi.json/../reviews/get',
      '/public/v1/openapi.json%2f..%2freviews/get',
      '/health/../internal/rev',
      '/internal/reviews/rev',
      '/public/v1/reviews/get#x',
      '/public/v1/reviews/%00',
      '/public/v1/reviews/%ff',
      '/public/v1/reviews/%',
      '*',
    ])('refuses GET %s, which reaches no service', async (target) => {
      const before = received();
      const { status, body } = await sendRaw(gateway.url, withKey(`GET ${target} HTTP/1.1`));
      expect([400, 404]).toContain(status);
      expect(body === '' ? { success: false } : JSON.parse(body)).toMatchObject({ success: false });
      expect(received()).toBe(before);
    });

    it.each([
      '/public/v1/hello/../hello',
      '/public/v1/openapi.json/../hello',
      '/health/../public/v1/hello',
      '/public/v1/%68ello',
      '//public/v1/hello',
      'http://gateway/public/v1/hello',
      '/app/../public/v1/hello',
      '/app/keys/..%2f..%2fpublic/v1/hello',
      '/docs/assets/..%2f..%2fpublic%2fv1%2fhello',
      '/public/v1/../public/v1/hello',
    ])('refuses GET %s without a key', async (target) => {
      const { status } = await sendRaw(gateway.url, [`GET ${target} HTTP/1.1`, 'Host: gateway']);
      expect([400, 404]).toContain(status);
    });

    it.each([
      ['both lengths', ['Content-Length: 6', 'Transfer-Encoding: chunked'], '0\r\n\r\nX'],
      ['two lengths', ['Content-Length: 1', 'Content-Length: 2'], 'xx'],
      ['a negative length', ['Content-Length: -1'], ''],
      ['an odd transfer encoding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
      ['a folded header', ['X-A: 1', ' Transfer-Encoding: chunked'], ''],
      ['a space before the colon', ['Content-Length : 3'], 'xxx'],
    ])('refuses a request with %s', async (_what, headers, body) => {
      const before = received();
      const { status } = await sendRaw(
        gateway.url,
        withKey('POST /public/v1/reviews/add HTTP/1.1', ...headers),
        body,
      );
      expect(status).toBe(400);
      expect(received()).toBe(before);
    });

    describe('for a request with two Host headers', () => {
      it.each([
        ['/public/v1/reviews/get', ['Host: gateway']],
        ['/public/v1/reviews/get', ['Host: elsewhere']],
        ['/public/v1/hello', ['HOST: elsewhere']],
        ['/embed/v1/w_1', ['host: elsewhere']],
        ['/app/sign-in', ['Host: elsewhere', 'Host: gateway']],
        ['/health/live', ['Host:']],
        ['/nowhere', ['Host: elsewhere']],
      ])('responds 400 on %s (%j)', async (path, more) => {
        const before = received();
        const { status, body, headers } = await sendRaw(
          gateway.url,
          withKey(`GET ${path} HTTP/1.1`, ...more),
        );
        expect(status).toBe(400);
        expect(JSON.parse(body)).toEqual({
          success: false,
          msg: 'Send exactly one Host header.',
          code: 'validation_failed',
          request_id: headers['x-request-id'],
        });
        expect(received()).toBe(before);
      });

      it('responds as to one without a Host header, which only HTTP/1.0 may leave out', async () => {
        const { authorization } = basic(gateway.apiKey);
        const from = (version: string) =>
          sendRaw(gateway.url, [`GET /public/v1/hello HTTP/${version}`, `Authorization: ${authorization}`]);
        const refused = await from('1.1');
        expect([refused.status, JSON.parse(refused.body).msg]).toEqual([
          400,
          'Send exactly one Host header.',
        ]);
        expect(await from('1.0')).toMatchObject({ status: 200 });
      });

      it('does not count headers with similar names', async () => {
        const lines = withKey('GET /public/v1/hello HTTP/1.1', 'X-Host: elsewhere', 'Hos: elsewhere');
        expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 200 });
      });
    });

    it('responds to an upgrade request normally and does not pass Upgrade on', async () => {
      const lines = withKey(
        'GET /public/v1/reviews/get HTTP/1.1',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
      );
      expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 200 });
      expect(gateway.upstreams.reviews.requests.at(-1)?.headers).not.toHaveProperty('upgrade');
    });

    it('keeps the headers of the gateway when Connection names them', async () => {
      const lines = withKey(
        'GET /public/v1/reviews/get HTTP/1.1',
        'Connection: x-plaudit-principal, x-forwarded-for, x-request-id, x-mine',
        'X-Mine: 1',
      );
      expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 200 });
      const { headers } = gateway.upstreams.reviews.requests.at(-1) ?? { headers: {} };
      expect(headers).toMatchObject({
        'x-plaudit-principal': expect.stringMatching(/^ey/),
        'x-forwarded-for': '127.0.0.1',
        'x-request-id': expect.any(String),
      });
      expect(headers).not.toHaveProperty('x-mine');
    });

    it('sends the service one principal when the client sends several in different spellings', async () => {
      const lines = withKey(
        'GET /public/v1/reviews/get HTTP/1.1',
        'x-plaudit-principal: one',
        'X-PLAUDIT-PRINCIPAL: two',
        'X-Plaudit-Principal: three',
      );
      expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 200 });
      const names =
        gateway.upstreams.reviews.requests.at(-1)?.rawHeaders.filter((_, index) => index % 2 === 0) ?? [];
      expect(names.filter((name) => name.toLowerCase() === 'x-plaudit-principal')).toHaveLength(1);
    });

    it('routes by the request line and ignores headers that name another path, method or account', async () => {
      const lines = withKey(
        'GET /public/v1/reviews/get?limit=1 HTTP/1.1',
        'X-Original-URL: /public/v1/webhooks/get',
        'X-Rewrite-URL: /public/v1/webhooks/get',
        'X-Forwarded-Prefix: /internal',
        'X-Forwarded-Uri: /public/v1/webhooks/get',
        'X-HTTP-Method-Override: DELETE',
        'X-Method-Override: DELETE',
        'X-Forwarded-Host: elsewhere',
        'X-Forwarded-Proto: https',
        'Forwarded: for=203.0.113.9;host=elsewhere;proto=https',
        'X-Account-Id: 2',
        'X-Sub-Account-Id: 2',
      );
      const elsewhere = gateway.upstreams.webhooks.requests.length;
      expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 200 });
      const { method, path, query, headers } = gateway.upstreams.reviews.requests.at(-1)!;
      expect([method, path, String(query)]).toEqual(['GET', '/public/v1/reviews/get', 'limit=1']);
      expect(headers).toMatchObject({ 'x-forwarded-host': 'gateway', 'x-forwarded-proto': 'http' });
      for (const name of ['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'forwarded'])
        expect(headers).not.toHaveProperty(name);
      expect(gateway.upstreams.webhooks.requests).toHaveLength(elsewhere);
    });

    describe('for a client that sends a principal signed by the gateway', () => {
      let principal: string;
      beforeAll(async () => {
        const manager = await gateway.addKey({ accountManagement: true });
        const { authorization } = basic(manager);
        await sendRaw(gateway.url, [
          'GET /public/v1/reviews/get HTTP/1.1',
          'Host: gateway',
          `Authorization: ${authorization}`,
        ]);
        principal = String(gateway.upstreams.reviews.requests.at(-1)?.headers['x-plaudit-principal']);
        expect(principal).toMatch(/^ey/);
      });

      it.each([
        '/public/v1/account',
        '/public/v1/keys',
        '/public/v1/hello',
        '/public/v1/reviews/get',
        '/public/v1/mcp',
      ])('responds 401 on %s without a key', async (path) => {
        const before = received();
        const lines = [`GET ${path} HTTP/1.1`, 'Host: gateway', `X-Plaudit-Principal: ${principal}`];
        expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 401 });
        expect(received()).toBe(before);
      });

      it('adds no scope to a key with fewer, even when it is sent twice', async () => {
        const { authorization } = basic(await gateway.addKey({ role: 'user' }));
        const { status, body } = await sendRaw(gateway.url, [
          'GET /public/v1/account HTTP/1.1',
          'Host: gateway',
          `x-plaudit-principal: ${principal}`,
          `Authorization: ${authorization}`,
          `X-Plaudit-Principal: ${principal}`,
        ]);
        expect(status).toBe(403);
        expect(JSON.parse(body)).toMatchObject({ required: 'account:manage' });
      });
    });

    function received(): number {
      return Object.values(gateway.upstreams).reduce((sum, { requests }) => sum + requests.length, 0);
    }

    function withKey(requestLine: string, ...headers: string[]): string[] {
      return [
        requestLine,
        'Host: gateway',
        `Authorization: ${basic(gateway.apiKey).authorization}`,
        ...headers,
      ];
    }
  });

  // These tests are the last of this world because they open a breaker.
  describe('public requests to a service', () => {
    const embed = () => fetch(`${gateway.url}/embed/v1/widgets/w_1.json`);
    const widgetsOf = () => fetch(`${gateway.url}/public/v1/widgets/get`, { headers: basic(gateway.apiKey) });
    const statusOf = async (response: Promise<Response>): Promise<number> => (await response).status;

    it('take no connection of requests with a key', async () => {
      const { invitations } = gateway.upstreams;
      let respond = (): void => undefined;
      const responded = new Promise<void>((resolve) => (respond = resolve));
      invitations.handle(({ path }) => (path === LINK ? responded.then(() => ({})) : {}));
      const flood = Array.from({ length: 400 }, () => statusOf(fetch(`${gateway.url}${LINK}`)));
      const links = () => invitations.requests.filter(({ path }) => path === LINK).length;
      await eventually(
        links,
        (received) => received >= 128,
        'every connection for public requests to be taken',
      );
      const headers = basic(gateway.apiKey);
      expect(await statusOf(fetch(`${gateway.url}/public/v1/invite/requests`, { headers }))).toBe(200);
      expect(links()).toBe(128);
      respond();
      await Promise.all(flood);
    });

    it('have a circuit breaker of their own', async () => {
      const { widgets } = gateway.upstreams;
      widgets.handle(({ path }) => (path.startsWith('/embed') ? 'reset' : { body: { ok: true } }));
      await eventually(
        () => statusOf(embed()),
        (status) => status === 503,
        'public requests to fail',
      );
      for (let i = 0; i < 20; i += 1) await statusOf(embed());
      const metrics = await (await fetch(gateway.world.metricsUrl)).text();
      expect(metrics).toMatch(
        /plaudit_gateway_upstream_open\{[^}]*upstream="widgets",access="public"[^}]*\} 1/,
      );
      expect(metrics).toMatch(/plaudit_gateway_upstream_open\{[^}]*upstream="widgets",access="key"[^}]*\} 0/);
      expect(await statusOf(widgetsOf())).toBe(200);
      const { headers } = await embed();
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('retry-after')).toBe('2');
    });
  });
});

const proxy = new StreamingProxy();

describe('a streamed response', () => {
  beforeAll(() => proxy.start());
  afterEach(() => proxy.reset());
  afterAll(() => proxy.stop());

  describe('interrupted responses', () => {
    describe('a client that disconnects', () => {
      it.each<[string, (response: ServerResponse) => unknown, (client: Client) => Promise<unknown>]>([
        ['before the service has responded', () => {}, () => proxy.serviceReceives()],
        ['after the headers', (response) => response.flushHeaders(), () => proxy.serviceReceives()],
        [
          'in the middle of the body',
          (response) => response.write('some'),
          (client) => client.resume().endsWith('some\r\n'),
        ],
        [
          'while it reads nothing',
          (response) => proxy.reports.stream(response, HUGE),
          () => proxy.serviceIsBlocked(),
        ],
      ])(
        '%s ends the request to the service and disturbs no other client',
        async (_when, answer, arrived) => {
          proxy.reports.respond = (_request, response) => answer(response);
          const client = proxy.newClient().pause().send(proxy.head());
          await arrived(client);
          client.disconnect();
          await proxy.serviceIsIdle();
          await proxy.expectFine();
        },
      );

      it('leaves no request open at the service, even if 200 disconnect at once', async () => {
        proxy.reports.respond = (_request, response) => response.write('some');
        const clients = Array.from({ length: 200 }, () => proxy.newClient().send(proxy.head()));
        await proxy.serviceReceives(clients.length);
        for (const client of clients) client.disconnect();
        await proxy.serviceIsIdle();
        await proxy.expectFine();
      });
    });

    describe('a client that disconnects while its pipelined requests wait for their turn', () => {
      it('ends all of them at the service before any has a response', async () => {
        proxy.reports.respond = () => {};
        const client = proxy.newClient().send(proxy.head().repeat(20));
        await proxy.serviceReceives(20);
        client.disconnect();
        await proxy.serviceIsIdle();
        await proxy.expectFine();
      });

      it('ends all of them at the service after some have begun', async () => {
        proxy.reports.respond = (_request, response) => proxy.reports.stream(response, HUGE);
        const client = proxy.newClient().pause().send(proxy.head().repeat(3));
        await proxy.serviceReceives(3);
        await proxy.serviceIsBlocked();
        client.disconnect();
        await proxy.serviceIsIdle();
        await proxy.expectFine();
      });
    });

    describe('a service that resets the connection', () => {
      it('in the middle of a chunked response ends the connection of the client without the last chunk', async () => {
        proxy.reports.respond = (_request, response) =>
          response.write('{"items":[', () => response.socket?.resetAndDestroy());
        const client = proxy.newClient().send(proxy.head());
        await client.closes();
        expect(client.text).toContain('{"items":[');
        expect(client.text).not.toContain('0\r\n\r\n');
        await proxy.expectFine();
      });

      it('in the middle of a response with a Content-Length ends the connection of the client early', async () => {
        proxy.reports.respond = (_request, response) => {
          response.setHeader('content-length', 100);
          response.write('{"items":[', () => response.socket?.resetAndDestroy());
        };
        const client = proxy.newClient().send(proxy.head());
        await client.closes();
        expect(client.text).toContain('content-length: 100\r\n');
        expect(client.text).toMatch(/\{"items":\[$/);
        await proxy.expectFine();
      });

      it('in the middle of a response to a slow client ends the connection of the client early', async () => {
        proxy.reports.respond = (_request, response) => proxy.reports.stream(response, HUGE);
        const client = proxy.newClient().pause().send(proxy.head());
        await proxy.serviceIsBlocked();
        for (const response of proxy.reports.open) response.socket?.resetAndDestroy();
        await proxy.expectFine();
        await client.resume().closes();
        expect(client.text.length).toBeLessThan(HUGE);
        expect(client.text.slice(-10)).not.toContain('0\r\n\r\n');
      });

      it('between headers and body gets the client a 503', async () => {
        proxy.reports.respond = (_request, response) => {
          response.writeHead(200, { 'content-length': 100, 'x-own': '1' });
          response.flushHeaders();
          setImmediate(() => response.socket?.resetAndDestroy());
        };
        const response = await proxy.request();
        expect(response.status).toBe(503);
        expect(response.headers.get('x-own')).toBeNull();
        expect(response.headers.get('retry-after')).toBe('2');
        expect(await response.json()).toMatchObject({ code: 'upstream_unavailable' });
        await proxy.expectFine();
      });

      it('after a complete response leaves the connection of the client usable', async () => {
        proxy.reports.respond = (_request, response) => {
          response.setHeader('content-length', 4);
          response.write('done', () => response.socket?.resetAndDestroy());
        };
        const client = proxy.newClient().send(proxy.head());
        await client.endsWith('done');
        proxy.reports.respond = (_request, response) => response.end('fine');
        await client.send(proxy.head('GET', 'Connection: close')).closes();
        expect(client.text).toContain('fine');
      });
    });
  });

  describe('a proxied response', () => {
    it('is read from the service only as fast as the client takes it, without losing a byte', async () => {
      let hash: Promise<string> | undefined;
      proxy.reports.respond = (_request, response) => (hash = proxy.reports.stream(response, HUGE));
      const client = proxy.newClient().pause().send(proxy.head('GET', 'Connection: close'));
      expect(await proxy.serviceIsBlocked()).toBeLessThan(HUGE / 2);
      await proxy.expectFine();

      client.resume();
      await client.closes();
      const received = Buffer.concat(client.received);
      const body = dechunked(received.subarray(received.indexOf('\r\n\r\n') + 4));
      expect(body.length).toBe(HUGE);
      expect(createHash('sha256').update(body).digest('hex')).toBe(await hash);
    });

    it('arrives complete and with its Content-Length when the service declares one', async () => {
      let hash: Promise<string> | undefined;
      proxy.reports.respond = (_request, response) => {
        response.setHeader('content-length', HUGE);
        hash = proxy.reports.stream(response, HUGE);
      };
      const response = await proxy.request();
      expect(response.headers.get('content-length')).toBe(String(HUGE));
      const received = createHash('sha256');
      for await (const chunk of response.body as ReadableStream<Uint8Array>) received.update(chunk);
      expect(received.digest('hex')).toBe(await hash);
    });

    it('reaches the client that requested it while many clients read in turns', async () => {
      proxy.reports.respond = (request, response) => {
        response.setHeader('content-length', MEGABYTE);
        response.end(Buffer.alloc(MEGABYTE, String(request.headers['x-letter'])));
      };
      const letters = [...'abcdefghijklmnopqrstuvwxyz'];
      const readers = letters.map((letter) =>
        proxy
          .newClient()
          .pause()
          .send(proxy.head('GET', `X-Letter: ${letter}`, 'Connection: close')),
      );
      while (readers.some(({ isClosed }) => !isClosed)) {
        for (const reader of readers) {
          reader.resume();
          await new Promise((resolve) => setImmediate(resolve));
          reader.pause();
        }
      }
      const bodies = readers.map(({ text }) => text.slice(text.indexOf('\r\n\r\n') + 4));
      expect(bodies.map((body, at) => body === letters[at]?.repeat(MEGABYTE))).not.toContain(false);
    });

    it('keeps the order of pipelined requests', async () => {
      // Each request uses its own connection, so the service may receive them in any order.
      const parts = new Map<unknown, ServerResponse>();
      proxy.reports.respond = ({ headers }, response) => {
        parts.set(headers['x-place'], response);
        if (parts.size < 3) return;
        parts.get('3')?.end('third');
        parts.get('2')?.end('s'.repeat(MEGABYTE));
        parts.get('1')?.end('first');
      };
      const heads = [['X-Place: 1'], ['X-Place: 2'], ['X-Place: 3', 'Connection: close']];
      const client = proxy.newClient().send(heads.map((lines) => proxy.head('GET', ...lines)).join(''));
      await client.closes();
      const places = ['first', 's'.repeat(1_000), 'third'].map((body) => client.text.indexOf(body));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(client.text.split('s').length).toBeGreaterThan(MEGABYTE);
    });

    it('without a body ends with its headers, and the connection can be used again', async () => {
      const client = proxy.newClient();
      proxy.reports.respond = (_request, response) =>
        response.writeHead(200, { etag: '"h"', 'content-length': 12 }).end();
      await client.send(proxy.head('HEAD')).endsWith('\r\n\r\n');
      expect(client.text).toContain('etag: "h"\r\n');
      expect(client.text).toContain('content-length: 12\r\n');
      for (const [status, line] of [
        [204, '204 No Content'],
        [205, '205 Reset Content'],
        [304, '304 Not Modified'],
      ] as const) {
        client.received.length = 0;
        proxy.reports.respond = (_request, response) =>
          response.writeHead(status, { etag: `"${status}"` }).end();
        await client.send(proxy.head()).endsWith('\r\n\r\n');
        expect(client.text).toMatch(new RegExp(`^HTTP/1.1 ${line}\r\n`));
        expect(client.text).toContain(`etag: "${status}"\r\n`);
      }
      proxy.reports.respond = (_request, response) => response.end('fine');
      await client.send(proxy.head('GET', 'Connection: close')).closes();
      expect(client.text).toContain('fine');
    });

    it('with status 204 has neither Content-Type nor Content-Length, even if the service sends them', async () => {
      proxy.reports.respond = (_request, response) =>
        response.socket?.end(
          'HTTP/1.1 204 No Content\r\ncontent-type: text/plain\r\ncontent-length: 0\r\nx-own: 1\r\n\r\n',
        );
      const client = proxy.newClient().send(proxy.head('GET', 'Connection: close'));
      await client.closes();
      expect(client.text).toContain('x-own: 1\r\n');
      expect(client.text).not.toMatch(/^(content-(type|length)|transfer-encoding):/im);
      expect(client.text).toMatch(/^x-content-type-options: nosniff\r$/im);
    });

    it('is the final one: interim responses of the service are not passed on', async () => {
      proxy.reports.respond = (_request, response) => {
        response.writeEarlyHints({ link: '</a>; rel=preload' });
        response.writeProcessing();
        response.end('fine');
      };
      const client = proxy.newClient().send(proxy.head('GET', 'Connection: close'));
      await client.closes();
      expect(client.text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
      expect(client.text.match(/HTTP\/1.1/g)).toHaveLength(1);
    });

    it.each(['Content-Length: 1500000', 'Transfer-Encoding: chunked'])(
      'comes only after the complete request body (%s), and the connection can be used again',
      async (framing) => {
        proxy.reports.respond = (_request, response) => {
          response.writeHead(409, { 'content-length': 5 }).end('early');
        };
        const part = 'x'.repeat(750_000);
        const chunk = framing.startsWith('T') ? `b71b0\r\n${part}\r\n` : part;
        const client = proxy.newClient().send(proxy.head('POST', framing));
        client.send(chunk);
        await proxy.expectFine();
        expect(proxy.reports.received).toBe(1);
        expect(client.text).toBe('');
        proxy.reports.respond = (_request, response) => {
          response.writeHead(409, { 'content-length': 5 }).end('early');
        };
        client.send(chunk);
        if (framing.startsWith('T')) client.send('0\r\n\r\n');
        await client.endsWith('early');
        proxy.reports.respond = (_request, response) => response.end('fine');
        await client.send(proxy.head('GET', 'Connection: close')).closes();
        expect(client.text).toContain('fine');
      },
    );
  });

  // This describe is the last because it starts a gateway with other settings.
  describe('a client that reads nothing for longer than UPSTREAM_TIMEOUT_MS', () => {
    beforeAll(async () => {
      await proxy.stop();
      await proxy.start(IMPATIENT);
    });

    it('is disconnected, and its request to the service ends', async () => {
      proxy.reports.respond = (_request, response) => proxy.reports.stream(response, HUGE);
      const client = proxy.newClient().pause().send(proxy.head());
      await proxy.serviceReceives();
      await proxy.serviceIsIdle();
      await client.resume().closes();
      expect(client.text.length).toBeLessThan(HUGE);
      await proxy.expectFine();
    });

    it('does not keep its pipelined requests open at the service either', async () => {
      proxy.reports.respond = (_request, response) => proxy.reports.stream(response, HUGE);
      proxy
        .newClient()
        .pause()
        .send(proxy.head() + proxy.head());
      await proxy.serviceReceives(2);
      await proxy.serviceIsIdle();
      await proxy.expectFine();
    });
  });
});

const TOKEN = 'AQMAAAAAACoArmvhiS4d41C_tQ';

const BURST = 20;

describe('invitation links', () => {
  let gateway: GatewayWorld;

  let addresses = 0;

  beforeAll(async () => {
    fakeOnly('Date');
    gateway = await startGatewayWorld({
      PUBLIC_URL: ORIGIN,
      THROTTLE_ADDRESS_BURST: String(BURST),
      THROTTLE_ADDRESS_RATE: '1',
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
  });

  afterAll(async () => {
    jest.useRealTimers();
    await gateway.close();
  });

  /** Returns a client of an address that has sent nothing yet. */
  function newClient(headers: Record<string, string> = {}): HttpClient {
    return new HttpClient(gateway.url, { 'x-forwarded-for': `198.51.100.${(addresses += 1)}`, ...headers });
  }

  describe('the public links of invitations', () => {
    it.each([
      ['/u', 'application/x-www-form-urlencoded', Buffer.from('List-Unsubscribe=One-Click')],
      ['/u', 'multipart/form-data; boundary=b', Buffer.from('--b\r\n\r\nOne-Click\r\n--b--')],
      ['/i', 'application/x-www-form-urlencoded', Buffer.from('text=%FF%00+a')],
      ['/o', 'text/plain', Buffer.from([0, 255, 13, 10])],
      ['/hooks/sms', 'text/plain; charset=UTF-8', Buffer.from('{"Type": "Notification"}')],
      ['/hooks/sms', 'application/json', Buffer.from('{ "order":1, "of":  "bytes" ')],
    ])('pass a body of %s with the type %s on unchanged', async (path, type, body) => {
      const response = await newClient().post(`${path}/${TOKEN}?a=1`, {
        body,
        headers: { 'content-type': type },
      });
      expect(response.status).toBe(200);
      const received = lastRequest(gateway, 'invitations');
      expect(received).toMatchObject({ method: 'POST', path: `${path}/${TOKEN}`, body });
      expect(received.headers['content-type']).toBe(type);
      expect(received.query.toString()).toBe('a=1');
    });

    it('pass on the signature headers of providers, and an Authorization header', async () => {
      const signed = {
        authorization: 'Basic cG9zdG1hcms6c2VjcmV0',
        'x-twilio-signature': 'GvWf1cFY/Q7PnoempGyD5oXAezc=',
        'x-amz-sns-message-type': 'Notification',
      };
      await newClient().post(`/hooks/sms/twilio`, { body: 'Body=STOP', headers: signed });
      expect(lastRequest(gateway, 'invitations').headers).toMatchObject(signed);
    });

    it.each(['GET', 'HEAD'])('pass on a %s with its query', async (method) => {
      for (const path of [`/i/${TOKEN}`, `/u/${TOKEN}`, `/o/${TOKEN}.gif`]) {
        expect((await newClient().send(method, `${path}?lang=de&utm_source=x`)).status).toBe(200);
        expect(lastRequest(gateway, 'invitations')).toMatchObject({ method, path });
        expect(lastRequest(gateway, 'invitations').query.toString()).toBe('lang=de&utm_source=x');
      }
      expect(await principalAt(gateway, 'invitations')).toMatchObject({ scopes: ['public'] });
    });

    it('pass on the image of the open link and its headers', async () => {
      const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
      gateway.upstreams.invitations.handle(() => ({
        headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' },
        body: gif,
      }));
      const response = await fetch(`${gateway.url}/o/${TOKEN}.gif`, {
        headers: { 'x-forwarded-for': '198.51.100.250' },
      });
      gateway.upstreams.invitations.handle(() => ({}));
      expect(Buffer.from(await response.arrayBuffer())).toEqual(gif);
      expect(response.headers.get('content-type')).toBe('image/gif');
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

    it.each([
      ['of PUBLIC_URL', new URL(ORIGIN).host],
      ['that is the proved domain of an account', 'reviews.acme.example'],
      ['that is such a domain with a port', 'reviews.acme.example:8443'],
      ['that nobody proved', 'unknown.example'],
    ])('reach invitations on a host %s, which learns the host', async (_what, host) => {
      if (host === 'reviews.acme.example') await signIns(() => gateway).verifiedDomain(host);
      for (const path of [`/i/${TOKEN}`, `/u/${TOKEN}`, `/o/${TOKEN}.gif`, '/hooks/sms/twilio']) {
        const headers = { host, 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '198.51.100.251' };
        expect((await ask(gateway, path, { headers })).status).toBe(200);
        const received = lastRequest(gateway, 'invitations');
        expect(received).toMatchObject({ path });
        expect(received.headers['x-forwarded-host']).toBe(host);
      }
      const unsubscribed = await ask(gateway, `/u/${TOKEN}`, { method: 'POST', headers: { host }, body: {} });
      expect(unsubscribed.status).toBe(200);
    });

    it('accept the first one-click POST of an address that has opened too many other links', async () => {
      const client = newClient();
      const opened = await Promise.all(
        Array.from({ length: BURST + 5 }, (_, at) => client.get(`/i/${TOKEN}${at}`)),
      );
      expect(opened.filter(({ status }) => status === 429)).toHaveLength(5);
      expect((await client.get(`/u/${TOKEN}`)).status).toBe(429);
      const unsubscribe = () =>
        client.post(`/u/${TOKEN}`, {
          body: 'List-Unsubscribe=One-Click',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
      const answers = await Promise.all(Array.from({ length: BURST + 1 }, unsubscribe));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(BURST);
    });

    it('answer people with a page in their language, and programs with JSON, if the gateway refuses them', async () => {
      const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'it' };
      const client = newClient(headers);
      const huge = await client.post(`/i/${TOKEN}`, { body: Buffer.alloc(2 * 1024 * 1024 + 1, 'x') });
      const broken = await client.get('/u/%zz');
      await Promise.all(Array.from({ length: BURST }, () => client.get(`/i/${TOKEN}`)));
      const throttled = await client.get(`/i/${TOKEN}`);
      expect(throttled.headers.get('retry-after')).toMatch(/^\d+$/);
      for (const [response, status, heading] of [
        [huge, 413, 'Non è stato possibile leggere la richiesta'],
        [broken, 400, 'Non è stato possibile leggere la richiesta'],
        [throttled, 429, 'Qualcosa è andato storto'],
      ] as const) {
        expect([response.status, response.headers.get('content-type')]).toEqual([
          status,
          'text/html; charset=utf-8',
        ]);
        expect(response.body).toContain('<html lang="it">');
        expect(response.body).toContain(`<h1>${heading}</h1>`);
      }
      const program = await client.get(`/i/${TOKEN}`, { headers: { accept: 'application/json' } });
      expect(program).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    });

    it('show a page while the service is away', async () => {
      gateway.upstreams.invitations.handle(() => ({ status: 502, body: '<html>' }));
      const { status, body } = await newClient({ accept: 'text/html' }).get(`/i/${TOKEN}`);
      gateway.upstreams.invitations.handle(() => ({}));
      expect([status, body]).toEqual([503, expect.stringContaining('Please try again in a few minutes.')]);
    });
  });

  describe('the hosted pages of widgets', () => {
    it('answer people with a page in their language, if the gateway refuses them or the service is away', async () => {
      const client = newClient({ accept: 'application/json', 'accept-language': 'pl' });
      const broken = await client.get('/w/%zz');
      gateway.upstreams.widgets.handle(() => ({ status: 502, body: '<html>' }));
      const away = await client.get('/embed/v1/widgets/w_1.html?lang=ar');
      gateway.upstreams.widgets.handle(() => ({}));
      await Promise.all(Array.from({ length: BURST }, () => client.get('/w/w_1')));
      const throttled = await client.get('/w/w_1');
      for (const [response, status, language, heading] of [
        [broken, 400, 'lang="pl"', 'Ten link nie działa'],
        [away, 503, 'lang="ar" dir="rtl"', 'لا يمكن عرض التقييمات الآن'],
        [throttled, 429, 'lang="pl"', 'Nie można teraz pokazać opinii'],
      ] as const) {
        expect([response.status, response.headers.get('content-type')]).toEqual([
          status,
          'text/html; charset=utf-8',
        ]);
        expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
        expect(response.body).toContain(`<html ${language}>`);
        expect(response.body).toContain(`<h1>${heading}</h1>`);
      }
      expect(throttled.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await client.get('/embed/v1/widgets/w_1.json')).toMatchObject({
        status: 429,
        body: { code: 'rate_limited' },
      });
    });
  });
});

/** Stands in for a service and sends any bytes as its response. */
class RawUpstream {
  /** Runs for each connection when its request has arrived. */
  respond: (socket: Socket) => void = (socket) => socket.end(FINE);
  requests = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.sockets.delete(socket));
    socket.once('data', () => {
      this.requests += 1;
      this.respond(socket);
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

const FINE = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok';

/** A server that speaks invalid HTTP stands in for reports. The tests look at what a client of the gateway receives. */
describe('the gateway with a service that sends malformed HTTP', () => {
  let gateway: GatewayWorld;
  let reports: RawUpstream;

  beforeAll(async () => {
    reports = new RawUpstream();
    const url = await reports.start();
    gateway = await startGatewayWorld({ ...IMPATIENT, REPORTS_URL: url });
  });
  afterAll(async () => {
    await gateway.close();
    reports.close();
  });
  afterEach(() => expect(gateway.world.logs.errors()).toEqual([]));

  const request = (path = '/public/v1/reports/x') =>
    fetch(`${gateway.url}${path}`, {
      headers: { ...basic(gateway.apiKey), 'accept-encoding': 'identity' },
    });

  /** The service sends so many valid responses that its breaker stays closed. */
  async function expectFine(): Promise<void> {
    reports.respond = (socket) => socket.end(FINE);
    for (let i = 0; i < 2; i += 1) expect(await (await request()).text()).toBe('ok');
  }

  async function expectOthersFine(): Promise<void> {
    expect(await (await request('/public/v1/reviews/get')).json()).toEqual({ service: 'reviews' });
  }

  async function expectUnavailable(): Promise<void> {
    const response = await request();
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 503,
      body: {
        success: false,
        code: 'upstream_unavailable',
        msg: 'The reports service is not available; try again shortly.',
        retry_after_seconds: 2,
        request_id: expect.any(String),
      },
    });
    expect(response.headers.get('retry-after')).toBe('2');
  }

  it.each([
    ['another protocol than HTTP', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['an empty response', ''],
    ['an endless status line', `HTTP/1.1 200 ${'x'.repeat(100_000)}`],
    ['too many headers', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(20_000)}\r\n`],
    ['a header that breaks lines', 'HTTP/1.1 200 OK\r\nx-a: b\rc\r\ncontent-length: 2\r\n\r\nok'],
    ['a header of control characters', 'HTTP/1.1 200 OK\r\nx-a: b\x01c\r\ncontent-length: 2\r\n\r\nok'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: b\r\ncontent-length: 2\r\n\r\nok'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok'],
    ['a Content-Length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: two\r\n\r\nok'],
    ['a status that is no number', 'HTTP/1.1 abc OK\r\ncontent-length: 2\r\n\r\nok'],
    ['a status too large', 'HTTP/1.1 700 Odd\r\ncontent-length: 2\r\n\r\nok'],
    ['a status too small', 'HTTP/1.1 42 Odd\r\ncontent-length: 2\r\n\r\nok'],
    [
      'a switch to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
    ['interim responses only', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
  ])('responds 503 in the error format to %s', async (_what, bytes) => {
    reports.respond = (socket) => socket.end(bytes, 'latin1');
    await expectUnavailable();
    await expectOthersFine();
    await expectFine();
  });

  it.each([
    ['ends', 'content-length: 100\r\n\r\n{"success":true', true],
    ['hangs', 'content-length: 100\r\n\r\n{"success":true', false],
    ['continues as garbage', 'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n', true],
  ])('ends the connection of the client when the body %s halfway', async (_what, rest, ends) => {
    reports.respond = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${rest}`);
      if (ends) socket.end();
    };
    const response = await request();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    await expectOthersFine();
    await expectFine();
  });

  it('opens the breaker, and closes it when a trial gets a valid response', async () => {
    reports.respond = (socket) => socket.end('garbage\r\n');
    // Valid responses of earlier tests still count, so this may take several requests.
    await eventually(
      async () => {
        const before = reports.requests;
        await expectUnavailable();
        return reports.requests - before;
      },
      (received) => received === 0,
      'the breaker to open',
    );
    await expectOthersFine();
    reports.respond = (socket) => socket.end(FINE);
    await eventually(
      async () => (await request()).status,
      (status) => status === 200,
      'the breaker to close again',
    );
  });
});

/** Returns the body of a chunked response. Throws if its end is missing. */
function dechunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = body.indexOf('\r\n', at);
    if (lineEnd === -1) throw new Error('the response has no end');
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

const PATH = '/public/v1/reports/x';

function received({ requests }: FixtureServer): number {
  return requests.filter(({ path }) => path === PATH).length;
}

describe('a gateway with several replicas of a service', () => {
  let gateway: GatewayWorld;
  let one: FixtureServer;
  let other: FixtureServer;
  beforeAll(async () => {
    one = await startFixtureServer();
    other = await startFixtureServer();
    gateway = await startGatewayWorld({
      SERVICE_TIMEOUT_FACTOR: '2',
      REPORTS_URL: `${one.url}, ${other.url}`,
      REVIEWS_URL: `${NOBODY_URL},${other.url}`,
    });
  });
  afterAll(async () => {
    await gateway.close();
    await one.close();
    await other.close();
  });
  beforeEach(() => {
    for (const server of [one, other]) {
      server.handle(({ text }) => ({ body: { text } }));
      server.requests.length = 0;
    }
  });

  it('spreads requests over them', async () => {
    for (let sent = 0; sent < 20; sent += 1) expect(await client().get(PATH)).toMatchObject({ status: 200 });
    expect(received(one)).toBeGreaterThanOrEqual(5);
    expect(received(other)).toBeGreaterThanOrEqual(5);
  });

  it('sends a request with its body to another replica if one refuses the connection', async () => {
    const text = 'x'.repeat(500_000);
    for (let sent = 0; sent < 10; sent += 1) {
      const response = await client().post('/public/v1/reviews/add', { body: text });
      expect(response).toMatchObject({ status: 200, body: { text } });
    }
  });

  itAtLength('loses only the requests of a replica that accepts them and never responds', async () => {
    one.handle(() => 'hang');
    const gone = new AbortController();
    const stuck: Promise<unknown>[] = [];
    let answered = 0;
    await eventually(
      async () => {
        const request = client()
          .get(PATH, { signal: gone.signal })
          .then(({ status }) => (answered += status === 200 ? 1 : 0));
        stuck.push(request.catch(() => null));
        await eventually(
          () => answered + received(one),
          (done) => done >= stuck.length,
          'the request to be answered or stuck',
          { intervalMs: 2 },
        );
        return outMetric(one);
      },
      (metric) => metric === '1',
      'the silent replica to be avoided',
      { intervalMs: 50 },
    );
    expect(await outMetric(other)).toBe('0');
    const lost = received(one);
    expect(lost).toBeLessThanOrEqual(3);
    for (let sent = 0; sent < 30; sent += 1) expect(await client().get(PATH)).toMatchObject({ status: 200 });
    expect(received(one)).toBe(lost);
    gone.abort();
    await Promise.all(stuck);

    one.handle(() => ({ body: {} }));
    await eventually(
      async () => [await client().get(PATH), received(one)] as const,
      ([, requests]) => requests > lost,
      'the replica to be used again',
    );
    expect(gateway.world.logs.errors()).toEqual([]);
  });

  function client(): HttpClient {
    return new HttpClient(gateway.url, basic(gateway.apiKey));
  }

  /** Returns the value of the metric of a replica for requests with a key, or undefined. */
  async function outMetric({ port }: FixtureServer): Promise<string | undefined> {
    const metrics = await (await fetch(gateway.world.metricsUrl)).text();
    const lines = metrics.split('\n').filter((line) => line.includes('gateway_replica_out{'));
    const line = lines.find((text) => text.includes(`replica="127.0.0.1:${port}"`) && text.includes('"key"'));
    return line?.split(' ').at(-1);
  }
});

const LIMIT = 2 * 1024 * 1024;

function streamOf(bytes: number): ReadableStream {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  return ReadableStream.from(
    (function* () {
      for (let left = bytes; left > 0; left -= chunk.length)
        yield chunk.subarray(0, Math.min(left, chunk.length));
    })(),
  );
}

const TOO_LARGE = {
  status: 413,
  body: {
    success: false,
    code: 'payload_too_large',
    msg: 'The request body is larger than 2 MiB; send it in smaller parts.',
    request_id: expect.any(String),
  },
};

describe('the request body limit of the gateway', () => {
  let gateway: GatewayWorld;
  beforeAll(async () => (gateway = await startGatewayWorld()));
  afterAll(async () => gateway.close());

  it('passes on a body of exactly 2 MiB, with Content-Length and chunked', async () => {
    for (const body of [Buffer.alloc(LIMIT, 'x'), streamOf(LIMIT)]) {
      expect(await post('/public/v1/reviews/add_bulk', body)).toMatchObject({ status: 200 });
      expect(gateway.upstreams.reviews.requests.at(-1)?.body.length).toBe(LIMIT);
    }
  });

  it.each([LIMIT + 1, 3 * 1024 * 1024, 12 * 1024 * 1024])(
    'responds 413 to a Content-Length of %i, and the service gets no request',
    async (bytes) => {
      const before = gateway.upstreams.reviews.requests.length;
      expect(await post('/public/v1/reviews/add_bulk', Buffer.alloc(bytes, 'x'))).toEqual(TOO_LARGE);
      expect(gateway.upstreams.reviews.requests).toHaveLength(before);
    },
  );

  it.each([LIMIT + 1, 3 * 1024 * 1024, 12 * 1024 * 1024])(
    'responds 413 to a chunked body of %i bytes, and the service gets no request',
    async (bytes) => {
      const before = gateway.upstreams.reviews.requests.length;
      expect(await post('/public/v1/reviews/add_bulk', streamOf(bytes))).toEqual(TOO_LARGE);
      expect(gateway.upstreams.reviews.requests).toHaveLength(before);
    },
  );

  it('responds 413 to a body above 2 MiB on public routes too', async () => {
    expect(await post('/hooks/mail', Buffer.alloc(LIMIT + 1))).toEqual(TOO_LARGE);
    expect(await post('/hooks/mail', streamOf(LIMIT + 1))).toEqual(TOO_LARGE);
  });

  it('responds 413 to an endless body and closes the connection', async () => {
    let answer = '';
    // A busy client may lose the answer, because the system drops what is not read yet when the connection is reset.
    for (let attempts = 0; answer === '' && attempts < 10; attempts++) {
      const ended = await sendEndlessBody();
      expect(ended.destroyed).toBe(true);
      expect(ended.sent).toBeLessThan(64 * 1024 * 1024);
      answer = ended.answer;
    }
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('responds 413 at once while every connection to the service is taken', async () => {
    const { reports } = gateway.upstreams;
    let answerAll = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answerAll = resolve));
    reports.handle(() => answered.then(() => ({ body: { service: 'reports' } })));
    const headers = basic(gateway.apiKey);
    const taken = Array.from({ length: 256 }, () =>
      fetch(`${gateway.url}/public/v1/reports/x`, { headers }).then((response) => response.json()),
    );
    await eventually(
      () => reports.requests.length,
      (received) => received === taken.length,
      'every connection to be taken',
    );
    expect(await post('/public/v1/reports/x', streamOf(LIMIT + 1))).toEqual(TOO_LARGE);
    answerAll();
    await Promise.all(taken);
  });

  it('sends the service nothing when the client disconnects in the middle of its body', async () => {
    const before = gateway.upstreams.reviews.requests.length;
    const { hostname, port } = new URL(gateway.url);
    const { authorization } = basic(gateway.apiKey);
    const head = ['POST /public/v1/reviews/add HTTP/1.1', 'Host: x', `Authorization: ${authorization}`];
    const socket = connect(Number(port), hostname);
    socket.write(`${[...head, 'Content-Length: 1000'].join('\r\n')}\r\n\r\nhalf`);
    await post('/public/v1/reviews/add', '{}');
    socket.destroy();
    await post('/public/v1/reviews/add', '{}');
    expect(gateway.upstreams.reviews.requests).toHaveLength(before + 2);
  });

  it('drops the body of a GET and does not read it as a further request', async () => {
    const { authorization } = basic(gateway.apiKey);
    const body = 'GET /public/v1/webhooks/get HTTP/1.1\r\n\r\n';
    const before = gateway.upstreams.webhooks.requests.length;
    const answer = await sendRaw(
      gateway.url,
      [
        'GET /public/v1/reviews/get HTTP/1.1',
        'Host: x',
        `Authorization: ${authorization}`,
        `Content-Length: ${body.length}`,
      ],
      body,
    );
    expect(answer.status).toBe(200);
    expect(gateway.upstreams.reviews.requests.at(-1)?.body.length).toBe(0);
    expect(gateway.upstreams.webhooks.requests).toHaveLength(before);
  });

  it('keeps the breaker closed and logs no error for any of these requests', async () => {
    expect(await post('/public/v1/reviews/add', '{}')).toMatchObject({ status: 200 });
    expect(gateway.world.logs.errors()).toEqual([]);
  });

  async function post(
    path: string,
    content: string | Buffer | ReadableStream,
  ): Promise<{ status: number; body: unknown }> {
    const client = new HttpClient(gateway.url, basic(gateway.apiKey));
    const { status, body } = await client.post(path, { body: content });
    return { status, body };
  }

  /** Sends a body until the gateway closes the connection, at most 256 MiB of it. */
  async function sendEndlessBody(): Promise<{ answer: string; sent: number; destroyed: boolean }> {
    const { hostname, port } = new URL(gateway.url);
    const { authorization } = basic(gateway.apiKey);
    const head = ['POST /public/v1/reviews/add_bulk HTTP/1.1', 'Host: x', `Authorization: ${authorization}`];
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    let answer = '';
    let sent = 0;
    const socket = connect(Number(port), hostname);
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', () => undefined);
    socket.write(`${[...head, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`);
    while (!socket.destroyed && sent < 256 * 1024 * 1024) {
      sent += chunk.length;
      await new Promise((resolve) => socket.write(chunk, resolve));
    }
    return { answer, sent, destroyed: socket.destroyed };
  }
});

const clients: Client[] = [];

/** Opens a connection and sends the head of a POST of 1,000,000 bytes with the beginning of its body. */
function sendUnfinished({ url, key }: Api, path = '/public/v1/reviews/add', ...headers: string[]): Client {
  const client = new Client(url);
  clients.push(client);
  return client.send(headOf(key, path, 'Content-Length: 1000000', ...headers)).send('{"text":"');
}

function headOf(key: string, path: string, ...headers: string[]): string {
  const { authorization } = basic(key);
  const lines = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: ${authorization}`, ...headers];
  return `${lines.join('\r\n')}\r\nContent-Type: application/json\r\n\r\n`;
}

function disconnectAll(): void {
  for (const client of clients.splice(0)) client.disconnect();
}

describe('unfinished requests', () => {
  function statusOf({ text }: Client): number {
    return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
  }

  afterEach(disconnectAll);

  describe('the limits of requests in flight', () => {
    const LIMITS = { KEY: 64, ACCOUNT: 128, ADDRESS: 256 };
    let gateway: AccountsWorld;
    let stranger: Api;
    let neighbour: Api;

    beforeAll(async () => {
      const limits = Object.entries(LIMITS).map(([of, max]) => [`MAX_IN_FLIGHT_PER_${of}`, String(max)]);
      const settings = {
        ...Object.fromEntries(limits),
        BODY_TIMEOUT_MS: '20000',
        TRUSTED_PROXIES: '127.0.0.1',
      };
      gateway = await startAccountsWorld({ settings });
      neighbour = await gateway.addAccount();
    });
    beforeEach(async () => {
      // The previous test may have reached the limit of the account, which is released when its clients have gone.
      stranger = await eventually(() => gateway.keyFor(), Boolean, 'a new key');
    });
    afterAll(() => gateway.close());

    const countOf = (status: number) => clients.filter((client) => statusOf(client) === status).length;
    const refused = (count: number) =>
      eventually(
        () => countOf(429),
        (seen) => seen === count,
        `${count} requests to be refused`,
      );

    it('leave a service to other tenants while one key sends 300 unfinished POSTs', async () => {
      const before = gateway.upstreams.reviews.requests.length;
      for (let sent = 0; sent < 300; sent += 1) sendUnfinished(stranger);
      await refused(300 - LIMITS.KEY);
      expect(await neighbour.get('/reviews/get')).toMatchObject({ status: 200 });
      expect(await neighbour.post('/reviews/add', {})).toMatchObject({ status: 200 });
      expect(gateway.upstreams.reviews.requests).toHaveLength(before + 2);
      const own = await stranger.get('/reviews/get');
      expect(own).toMatchObject({
        status: 429,
        body: {
          success: false,
          code: 'rate_limited',
          msg: 'This key has 64 requests in flight, which is the limit; wait for a response.',
        },
      });
      expect(own.headers.get('retry-after')).toBe('1');
      expect(countOf(0)).toBe(LIMITS.KEY);
    });

    it('count all keys of an account together', async () => {
      const keys = await Promise.all([1, 2, 3].map(() => gateway.keyFor()));
      for (const key of keys) for (let sent = 0; sent < LIMITS.KEY; sent += 1) sendUnfinished(key);
      await refused(keys.length * LIMITS.KEY - LIMITS.ACCOUNT);
      expect((await stranger.get('/reviews/get')).body.msg).toBe(
        'This account has 128 requests in flight, which is the limit; wait for a response.',
      );
      expect(await neighbour.get('/reviews/get')).toMatchObject({ status: 200 });
    });

    it('count an IPv6 network, whose requests need no key', async () => {
      const from = (address: string) =>
        fetch(`${gateway.url}/w/w_1`, { headers: { 'x-forwarded-for': address } }).then(
          ({ status }) => status,
        );
      for (let sent = 0; sent < LIMITS.ADDRESS + 10; sent += 1)
        sendUnfinished(stranger, '/hooks/mail', `X-Forwarded-For: 2001:db8::${sent.toString(16)}`);
      await refused(10);
      expect(await from('2001:db8::ffff')).toBe(429);
      expect(await from('2001:db8:0:1::1')).toBe(200);
    });

    it('are released when clients disconnect', async () => {
      for (let round = 0; round < 3; round += 1) {
        for (let sent = 0; sent < LIMITS.KEY; sent += 1) sendUnfinished(stranger);
        const full = ({ status }: { status: number }) => status === 429;
        const ask = () => {
          // The question that came before may have had the place of one of them.
          sendUnfinished(stranger);
          return stranger.get('/hello');
        };
        await eventually(ask, full, 'the key to reach its limit');
        disconnectAll();
        await eventually(
          () => stranger.get('/hello'),
          ({ status }) => status === 200,
          'the limit to be released',
        );
      }
    });

    it('are released when a client disconnects whose pipelined requests are waiting for their turn', async () => {
      const { reports } = gateway.upstreams;
      let respond = (): void => undefined;
      const responded = new Promise<void>((resolve) => (respond = resolve));
      reports.handle(() => responded.then(() => ({ body: {} })));
      const before = reports.requests.length;
      const head = headOf(stranger.key, '/public/v1/reports/x', 'Content-Length: 0');
      const client = new Client(gateway.url).send(head.repeat(LIMITS.KEY));
      await eventually(
        () => reports.requests.length,
        (received) => received === before + LIMITS.KEY,
        'every pipelined request to arrive',
      );
      expect(await stranger.get('/hello')).toMatchObject({ status: 429 });
      client.disconnect();
      await eventually(
        () => stranger.get('/hello'),
        ({ status }) => status === 200,
        'the limit to be released',
      );
      respond();
    });

    it('are released when a client disconnects while its key is looked up', async () => {
      await whileLocked(gateway, 'gateway.keys', async () => {
        for (let sent = 0; sent < LIMITS.KEY + 10; sent += 1) sendUnfinished(stranger);
        await eventually(
          () => waitingSessions(gateway),
          (count) => count > 0,
          'the look-up to wait',
        );
        disconnectAll();
      });
      await eventually(
        () => stranger.get('/hello'),
        ({ status }) => status === 200,
        'the key to be usable',
      );
      const together = await Promise.all(Array.from({ length: 20 }, () => stranger.get('/hello')));
      expect(together.map(({ status }) => status)).toEqual(together.map(() => 200));
    });
  });

  describe('a request body', () => {
    let gateway: AccountsWorld;
    let neighbour: Api;

    beforeAll(async () => {
      gateway = await startAccountsWorld({ settings: { BODY_TIMEOUT_MS: '500', MAX_BODY_MEMORY_MIB: '8' } });
      neighbour = await gateway.addAccount();
    });
    afterAll(() => gateway.close());

    const received = () => Object.values(gateway.upstreams).flatMap(({ requests }) => requests).length;

    it.each([
      ['/public/v1/reviews/add'],
      ['/public/v1/keys'],
      ['/public/v1/mcp'],
      ['/app/session'],
      ['/hooks/mail'],
    ])('that trickles to %s gets 408 at the deadline, and the connection ends', async (path) => {
      const before = received();
      const client = sendUnfinished(gateway.admin, path);
      const trickle = setInterval(() => client.send('x'), 20);
      await client.closes();
      clearInterval(trickle);
      const [head = '', body = ''] = client.text.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 408 /);
      expect(head).toMatch(/\r\nconnection: close/i);
      expect(JSON.parse(body)).toEqual({
        success: false,
        code: 'request_timeout',
        msg: 'The request body did not arrive within 0.5 s; send it faster or in smaller parts.',
        request_id: expect.any(String),
      });
      expect(received()).toBe(before);
    });

    it('gets 503 when the bodies of its account take a quarter of the memory, and other tenants are served', async () => {
      const hold = (): Client => {
        const client = new Client(gateway.url);
        clients.push(client);
        const head = headOf(gateway.apiKey, '/public/v1/reviews/add', `Content-Length: ${2 * 1024 * 1024}`);
        return client.send(head).send('x'.repeat(1_500_000));
      };
      const fill = (): Promise<Client> => {
        const pair = [hold(), hold()];
        const refused = () => pair.find((client) => statusOf(client) === 503);
        return eventually(refused, Boolean, 'one of two bodies to be refused') as Promise<Client>;
      };
      const { text } = await fill();
      expect(text).toContain('"code":"overloaded"');
      expect(text).toMatch(/\r\nretry-after: 2\r\n/i);
      const large = { text: 'x'.repeat(1_000_000) };
      expect(await neighbour.post('/reviews/add', large)).toMatchObject({ status: 200 });
      disconnectAll();
      const freed = () => gateway.admin.post('/reviews/add', { text: 'x'.repeat(1_900_000) });
      await eventually(freed, ({ status }) => status === 200, 'the memory to be released');
    });
  });

  describe('the limit of connections', () => {
    const MAX = 20;
    let gateway: AccountsWorld;
    beforeAll(async () => {
      gateway = await startAccountsWorld({ settings: { MAX_CONNECTIONS_PER_ADDRESS: String(MAX) } });
    });
    afterAll(() => gateway.close());

    it('closes further connections of the address until others are closed', async () => {
      const head = 'GET /health/live HTTP/1.1\r\nHost: x\r\n';
      const open = (): Client => {
        const client = new Client(gateway.url).send(head);
        clients.push(client);
        return client;
      };
      const closed = () => clients.filter(({ isClosed }) => isClosed).length;
      // The requests at the start of the world have left idle connections.
      for (let opened = 0; opened < MAX + 5; opened += 1) open();
      await eventually(closed, (count) => count >= 5, 'connections above the limit to be closed');
      disconnectAll();
      const answered = async (): Promise<string> => {
        const client = open().send('\r\n');
        await eventually(
          () => client.text !== '' || client.isClosed,
          (isOver) => isOver,
          'a response or the end',
        );
        return client.text;
      };
      await eventually(answered, (text) => text.startsWith('HTTP/1.1 200'), 'a connection to be accepted');
    });
  });
});

interface ErrorResponse {
  status: number;
  retryAfter: string | null;
  body: Record<string, unknown>;
}

const UPSTREAM_COUNT = 'plaudit_gateway_upstream_duration_seconds_count';

const ofReports = { service: 'gateway', upstream: 'reports' };

describe('a gateway with a faulty service', () => {
  let gateway: GatewayWorld;
  beforeAll(async () => {
    gateway = await startGatewayWorld({ ...IMPATIENT, AI_URL: NOBODY_URL, CHANNELS_URL: NOBODY_URL });
  });
  afterAll(() => gateway.close());

  // This test is the first because it expects the counts of its own requests only. A test that needs a service whose breaker
  // has counted nothing uses one that no other test does.
  it('measures each service by route and class of status, whatever the paths are', async () => {
    gateway.upstreams.reports.handle(({ path }) => ({ status: path.endsWith('/2') ? 404 : 200, body: {} }));
    for (const id of ['1', '2', '3', 'x?y=1']) await send(`/public/v1/reports/${id}`);
    await send('/public/v1/profiles/rating_history/1');
    await send('/public/v1/channels/ai/insights/1');
    const measured = await Exposition.fetch(gateway.world.metricsUrl);
    const counts = measured.of(UPSTREAM_COUNT);
    expect(counts.map(({ labels, value }) => ({ ...labels, value }))).toEqual([
      { ...ofReports, route: '/public/v1/reports', status: '2xx', value: 3 },
      { ...ofReports, route: '/public/v1/reports', status: '4xx', value: 1 },
      { ...ofReports, route: '/public/v1/channels/rating_history', status: '2xx', value: 1 },
      {
        service: 'gateway',
        upstream: 'ai',
        route: '/public/v1/channels/ai',
        status: 'unavailable',
        value: 1,
      },
    ]);
  });

  it('responds 503 in the error format for a service that does not run, while the others work', async () => {
    for (let i = 0; i < 20; i += 1) {
      const { status, body, retryAfter } = await send('/public/v1/channels/ai/insights/1');
      expect({ status, body }).toEqual({
        status: 503,
        body: {
          success: false,
          code: 'upstream_unavailable',
          msg: 'The ai service is not available; try again shortly.',
          retry_after_seconds: 2,
          request_id: expect.any(String),
        },
      });
      expect(retryAfter).toBe('2');
      expect(await send('/public/v1/reviews/get')).toMatchObject({
        status: 200,
        body: { service: 'reviews' },
      });
    }
    expect(gateway.world.logs.errors()).toEqual([]);
  });

  it('responds 503 to a request with a body for a service that does not run, and the connection can be used again', async () => {
    const init = { method: 'POST', body: 'x'.repeat(1_500_000) };
    expect(await send('/public/v1/channels/add', init)).toMatchObject({ status: 503 });
    expect(await send('/public/v1/reviews/add', init)).toMatchObject({ status: 200 });
  });

  it('repeats no request, not even a GET that got 503', async () => {
    const { invitations } = gateway.upstreams;
    invitations.handle(() => ({ status: 503, headers: { 'retry-after': '0' }, body: { own: true } }));
    expect(await send('/public/v1/invite/requests/get')).toMatchObject({ status: 503, body: { own: true } });
    invitations.handle(() => 'reset');
    expect(await send('/public/v1/invite/requests/get')).toMatchObject({ status: 503 });
    expect(invitations.requests).toHaveLength(2);
  });

  it('keeps sending to a service that responds 500 or 404', async () => {
    for (const status of [500, 404]) {
      gateway.upstreams.widgets.handle(() => ({ status, body: { own: true } }));
      for (let i = 0; i < 12; i += 1) {
        expect(await send('/public/v1/widgets/x')).toMatchObject({ status, body: { own: true } });
      }
    }
  });

  it('keeps the breaker closed when clients disconnect', async () => {
    const { webhooks } = gateway.upstreams;
    webhooks.handle(() => 'hang');
    for (let sent = 1; sent <= 12; sent += 1) {
      const gone = new AbortController();
      const pending = send('/public/v1/webhooks/x', { signal: gone.signal });
      await eventually(
        () => webhooks.requests.length,
        (received) => received === sent,
        'the request to arrive',
      );
      gone.abort();
      await expect(pending).rejects.toThrow(/aborted/);
    }
    await eventually(
      () => Exposition.fetch(gateway.world.metricsUrl),
      (measured) =>
        measured.sum(UPSTREAM_COUNT, { service: 'gateway', upstream: 'webhooks', status: 'gone' }) === 12,
      'the requests to be measured',
    );
    webhooks.handle(() => ({ body: { service: 'webhooks' } }));
    expect(await send('/public/v1/webhooks/x')).toMatchObject({ status: 200 });
  });

  it('exposes the state of every breaker as a metric', async () => {
    await sendMany('/public/v1/channels/ai/insights/1');
    const metrics = await (await fetch(gateway.world.metricsUrl)).text();
    expect(metrics).toMatch(/plaudit_gateway_upstream_open\{[^}]*upstream="ai"[^}]*\} 1/);
    expect(metrics).toMatch(/plaudit_gateway_upstream_open\{[^}]*upstream="reviews"[^}]*\} 0/);
  });

  async function send(
    path: string,
    { method = 'GET', ...options }: HttpOptions & { method?: string } = {},
  ): Promise<ErrorResponse> {
    const client = new HttpClient(gateway.url, basic(gateway.apiKey));
    const { status, headers, body } = await client.send(method, path, options);
    return { status, retryAfter: headers.get('retry-after'), body };
  }

  /** Enough requests to open the breaker. One after another could take longer than its ten seconds. */
  function sendMany(path: string): Promise<ErrorResponse[]> {
    return Promise.all(Array.from({ length: 8 }, () => send(path)));
  }
});

describe('a gateway with faulty services', () => {
  const FAULTS: readonly ServiceFault[] = [
    ['does not respond in time', 'reports', '/public/v1/reports/x', 'hang'],
    ['resets the connection', 'webhooks', '/public/v1/webhooks/x', 'reset'],
    [
      'is behind a proxy that responds 502',
      'widgets',
      '/public/v1/widgets/x',
      { status: 502, body: '<html>' },
    ],
    [
      'is behind a proxy that responds 504',
      'ai',
      '/public/v1/channels/ai/x',
      { status: 504, body: '<html>' },
    ],
  ];
  let gateway: GatewayWorld;
  let outcomes: ReturnType<typeof failTogether>;

  beforeAll(async () => {
    gateway = await startGatewayWorld(IMPATIENT);
    const client = new HttpClient(gateway.url, basic(gateway.apiKey));
    outcomes = failTogether(FAULTS, gateway, {
      send: (path) => client.get(path),
      isFine: ({ status }) => status === 200,
      failureOf: () => ({ status: 503, body: { code: 'upstream_unavailable' } }),
      other: '/public/v1/reviews/get',
    });
  });
  afterAll(async () => {
    await Promise.allSettled(outcomes.values());
    await gateway.close();
  });

  it.each(FAULTS)(
    'stops sending to a service that %s, and resumes when it recovers',
    async (_what, upstream) => {
      await expect(outcomes.get(upstream)).resolves.toBeUndefined();
    },
  );
});

const CONNECTIONS = 256;

describe('Upstream', () => {
  let server: FixtureServer;
  let upstream: Upstream;
  let now: number;
  beforeEach(async () => {
    now = Date.now();
    server = await startFixtureServer(() => 'hang');
    const book = new AddressBook([server.url], { random: () => 0.5 });
    upstream = new Upstream(
      {
        name: 'reports',
        service: 'reports',
        book,
        timeoutMs: 60_000,
        timeoutFactor: 10,
        maxConnections: CONNECTIONS,
        maxInFlight: 2_048,
      },
      { now: () => now, random: () => 0.5 },
    );
  });
  afterEach(async () => {
    await upstream.close();
    await server.close();
  });

  it('refuses requests beyond 2,048 at once without opening the breaker', async () => {
    const underWay = Array.from({ length: 2_048 }, () => send());
    const refused = await Promise.all(Array.from({ length: 3_000 }, () => send()));
    expect(new Set(refused.map((error) => error?.message))).toEqual(
      new Set(['The reports service is not available; try again shortly.']),
    );
    expect(upstream.replicas.isOpen).toBe(false);
    await upstream.close();
    expect(await Promise.all(underWay)).not.toContain(null);
  });

  itAtLength('accepts requests again after the earlier ones have ended', async () => {
    server.handle(() => ({ body: 'fine' }));
    for (let round = 0; round < 3; round += 1) {
      const errors = await Promise.all(Array.from({ length: 2_048 }, () => send()));
      expect(new Set(errors)).toEqual(new Set([null]));
    }
  });

  it('says which replica responded', async () => {
    server.handle(() => ({ body: 'fine' }));
    const replica = await new Promise((resolve) => {
      const request = { method: 'GET', path: '/', headers: {}, signal: new EventEmitter() };
      upstream.request(request, (_error, response, name) => {
        response?.body.resume();
        resolve(name);
      });
    });
    expect(replica).toBe(`127.0.0.1:${server.port}`);
  });

  it('sends nothing for two seconds to a service that has failed five times', async () => {
    server.handle(() => 'reset');
    const requestsAfter = async (times: number): Promise<number> => {
      for (let sent = 0; sent < times; sent += 1)
        expect(await send()).toMatchObject({ code: 'upstream_unavailable' });
      return server.requests.length;
    };
    expect(await requestsAfter(8)).toBe(5);
    now += 1_999;
    expect(await requestsAfter(1)).toBe(5);
    now += 1;
    expect(await requestsAfter(8)).toBe(6);
    now += 2_000;
    server.handle(() => ({ body: 'fine' }));
    expect(await send()).toBeNull();
    expect(await send()).toBeNull();
  });

  it('never sends the waiting request of a client that has gone', async () => {
    let answerAll = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answerAll = resolve));
    server.handle(() => answered.then(() => ({ body: 'fine' })));
    const underWay = Array.from({ length: CONNECTIONS }, () => send());
    await eventually(
      () => server.requests.length,
      (received) => received === CONNECTIONS,
      'every connection to be taken',
    );

    const signal = new EventEmitter();
    const waiting = send('/gone', signal);
    signal.emit('abort');
    const behind = send('/behind');
    answerAll();
    expect(await waiting).toBeInstanceOf(ClientGone);
    expect(await behind).toBeNull();
    expect(server.requests.map(({ path }) => path)).not.toContain('/gone');
    expect(new Set(await Promise.all(underWay))).toEqual(new Set([null]));
  });

  /** Sends a request and drops the response. Resolves with the error, or with null. */
  function send(path = '/', signal = new EventEmitter()): Promise<Error | null> {
    return new Promise((resolve) => {
      upstream.request({ method: 'GET', path, headers: {}, signal }, (error, response) => {
        response?.body.resume();
        resolve(error);
      });
    });
  }
});
