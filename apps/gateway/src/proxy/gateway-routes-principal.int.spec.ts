import { PRINCIPAL_HEADER, type ServiceName, UNKNOWN_SUB_ACCOUNTS_PATH, UNLIMITED } from '@plaudit/contracts';
import { PrincipalVerifier } from '@plaudit/runtime';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import type { UpstreamName } from './route-table';
import { lastRequest, principalAt } from './received-requests.suite';

let gateway: GatewayWorld;
let headers: { authorization: string };

beforeAll(async () => {
  gateway = await startGatewayWorld();
  headers = basic(gateway.apiKey);
});
afterAll(async () => gateway.close());

/** Returns the token that a service got with a request of the key. */
async function tokenOf(service: UpstreamName, path: string, key = gateway.apiKey): Promise<string> {
  await fetch(`${gateway.url}${path}`, { headers: basic(key) });
  return String(lastRequest(gateway, service).headers[PRINCIPAL_HEADER]);
}

describe('the principal of a proxied request', () => {
  it('has the account, sub account, role, scopes and limits of the key', async () => {
    const key = await gateway.addKey({ role: 'user', scopes: ['reviews:read', 'widgets:write'] });
    await fetch(`${gateway.url}/public/v1/reviews/get`, { headers: basic(key) });
    const [row] = await gateway.world.admin.query<{ id: number; account_id: number; sub_account_id: number }>(
      'select id, account_id, sub_account_id from gateway.keys order by id desc limit 1',
    );
    expect(await principalAt(gateway, 'reviews')).toEqual({
      account_id: row?.account_id,
      sub_account_id: row?.sub_account_id,
      main: true,
      key_id: row?.id,
      role: 'user',
      scopes: ['reviews:read'],
      limits: { ...UNLIMITED, webhooks: 50, ai_day: 5000, keys: 100 },
    });
  });

  it('has account:manage only when the key has it', async () => {
    await fetch(`${gateway.url}/public/v1/tags`, { headers });
    expect((await principalAt(gateway, 'reviews')).scopes).toContain('account:manage');
    await fetch(`${gateway.url}/public/v1/tags`, { headers: basic(await gateway.addKey({ role: 'admin' })) });
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
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number };
    expect(claims.exp - claims.iat).toBe(60);
    expect(claims.iat).toBeGreaterThanOrEqual(began);
    expect(claims.iat).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it('is signed for the service that receives it', async () => {
    const token = await tokenOf('invitations', '/public/v1/invite/requests/get');
    const verdict = (service: ServiceName) => new PrincipalVerifier(gateway.publicKey, service).verify(token);
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
    await fetch(`${gateway.url}/public/v1/tags`, { headers: { ...headers, [PRINCIPAL_HEADER]: 'forged' } });
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
    const response = await fetch(`${gateway.url}/embed/v1/w_1`, { headers: { 'if-none-match': '"7-1"' } });
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
