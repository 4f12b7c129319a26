import { HttpClient, type HttpResult } from '@plaudit/testing';
import {
  type AccountsWorld,
  Api,
  newEmail,
  type NewKey,
  PASSWORD,
  startAccountsWorld,
} from '../accounts/accounts-world.suite';
import { basic } from '../gateway-world.suite';

let gateway: AccountsWorld;
let admin: Api;

beforeAll(async () => {
  gateway = await startAccountsWorld({ settings: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
  ({ admin } = gateway);
});
afterAll(async () => gateway.close());

interface MadeKey {
  id: number;
  api: Api;
}

async function add(creator: Api, fields: NewKey & { allowed_ips?: string[] }): Promise<MadeKey> {
  const made = await creator.post('/keys', { name: 'x', role: 'admin', account_management: true, ...fields });
  expect(made.status).toBe(201);
  return { id: made.body.id, api: new Api(gateway.url, made.body.key) };
}

/** Sends a request as the load balancer does for a client with this address. */
function from(address: string, { key }: Api, path = '/hello'): Promise<HttpResult> {
  const headers = { ...basic(key), 'x-forwarded-for': address };
  return new HttpClient(gateway.url).get(`/public/v1${path}`, { headers });
}

/** The address of the specs themselves, in either spelling. */
const HERE = ['127.0.0.1', '::1'];

describe('a key with allowed_ips', () => {
  it('is shown with its addresses in canonical form', async () => {
    const allowed_ips = ['203.0.113.7/32', '2001:DB8:0:0::/48', '::ffff:192.0.2.1', '203.0.113.7'];
    const { id } = await add(admin, { allowed_ips });
    const { keys } = (await admin.get('/keys')).body as { keys: { id: number }[] };
    expect(keys.find((key) => key.id === id)).toMatchObject({
      allowed_ips: ['203.0.113.7', '2001:db8::/48', '192.0.2.1'],
    });
  });

  it.each([
    ['203.0.113.9', 200],
    ['::ffff:203.0.113.9', 200],
    ['203.0.114.9', 403],
    ['2001:db8:1::9', 200],
    ['2001:db8:2::9', 403],
    ['198.51.100.1, 203.0.113.9', 200],
    ['203.0.113.9, 198.51.100.1', 403],
    ['unknown', 403],
  ])('used from %s gets %d', async (address, status) => {
    const { api } = await add(admin, { allowed_ips: ['203.0.113.0/24', '2001:db8:1::/48'] });
    expect((await from(address, api)).status).toBe(status);
  });

  it('is refused on every path that takes a key, and the refusal tells nothing more', async () => {
    const { api, id } = await add(admin, { allowed_ips: ['203.0.113.0/24'] });
    for (const path of ['/hello', '/reviews/get', '/account', '/mcp', '/nonsense']) {
      const { status, body } = await from('198.51.100.1', api, path);
      expect([path, status, body]).toEqual([
        path,
        403,
        {
          success: false,
          code: 'address_not_allowed',
          msg: 'This API key may not be used from your IP address.',
          request_id: expect.any(String),
        },
      ]);
    }
    const { keys } = (await admin.get('/keys')).body as {
      keys: { id: number; last_used_on: string | null }[];
    };
    expect(keys.find((key) => key.id === id)?.last_used_on).toBeNull();
  });

  it('leaves at most ten entries an hour about requests from other addresses', async () => {
    const { api, id } = await add(admin, { allowed_ips: ['203.0.113.0/24'] });
    const entries = (): Promise<object[]> =>
      gateway.world.admin.query<object>('select * from gateway.audit where actor_id = $1', [id]);
    const { headers } = await from('2001:db8::7', api, '/users/7?secret=x');
    expect(await entries()).toMatchObject([
      {
        actor_type: 'key',
        actor_name: expect.stringContaining('x (rk_'),
        action: 'access.refused',
        after: { method: 'GET', route: '/users/{id}', required: 'allowed_ips' },
        request_id: headers.get('x-request-id'),
        address: '2001:db8::7',
      },
    ]);
    await Promise.all(Array.from({ length: 12 }, () => from('198.51.100.1', api)));
    expect(await entries()).toHaveLength(10);
  });

  it('applies to the requests of MCP tools as to all others', async () => {
    const { api, id } = await add(admin, { allowed_ips: HERE });
    const call = (): Promise<{ status: number }> =>
      api.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect((await call()).status).not.toBe(403);
    await admin.put(`/keys/${id}`, { allowed_ips: ['203.0.113.7'] });
    expect((await call()).status).toBe(403);
  });

  it('is refused at once after the list changes, and accepted at once after the list is emptied', async () => {
    const { api, id } = await add(admin, {});
    expect((await api.get('/hello')).status).toBe(200);
    const changed = await admin.put(`/keys/${id}`, { allowed_ips: ['203.0.113.7'] });
    expect(changed).toMatchObject({ status: 200, body: { id, allowed_ips: ['203.0.113.7'] } });
    expect(changed.body).not.toHaveProperty('key');
    expect((await api.get('/hello')).status).toBe(403);
    await admin.put(`/keys/${id}`, { allowed_ips: [] });
    expect((await api.get('/hello')).status).toBe(200);
  });

  it('makes only keys that are limited at least as much, and cannot widen its own list', async () => {
    const { api, id } = await add(admin, { allowed_ips: HERE });
    const other = await add(admin, {});
    const before = await gateway.stored();
    for (const allowed_ips of [undefined, [], ['203.0.113.7'], ['127.0.0.0/8']])
      expect(await api.post('/keys', { name: 'x', allowed_ips })).toMatchObject({
        status: 403,
        body: { code: 'forbidden', field: 'allowed_ips' },
      });
    for (const target of [id, other.id])
      for (const allowed_ips of [[...HERE, '203.0.113.7'], ['0.0.0.0/0']])
        expect((await api.put(`/keys/${target}`, { allowed_ips })).status).toBe(403);
    expect((await api.put(`/keys/${id}`, { allowed_ips: [] })).status).toBe(403);
    expect(await gateway.stored()).toBe(before);
    await add(api, { allowed_ips: ['127.0.0.1'] });
    const child = await add(api, { allowed_ips: HERE });
    expect((await child.api.post('/keys', { name: 'x' })).status).toBe(403);
    expect((await api.put(`/keys/${id}`, { allowed_ips: ['127.0.0.1'] })).status).toBe(200);
  });

  it('makes no users, passwords and sign-in domains, which could be used from every address', async () => {
    const { api } = await add(admin, { allowed_ips: HERE });
    const user = await gateway.addUser();
    const before = await gateway.stored();
    for (const attempt of [
      api.post('/users', { email: newEmail(), password: PASSWORD }),
      api.put(`/users/${user}`, { password: 'taken over by me' }),
      api.put(`/users/${user}`, { role_id: 1 }),
      api.put('/account', { vanity_url: 'mine.example.com' }),
    ])
      expect(await attempt).toMatchObject({
        status: 403,
        body: { code: 'forbidden', required: 'allowed_ips' },
      });
    expect(await gateway.stored()).toBe(before);
  });
});

describe('PUT /keys/{id}', () => {
  it('changes only the fields that are sent, and records the change', async () => {
    const { id } = await add(admin, {});
    const changed = await admin.put(`/keys/${id}`, {
      name: ' Shop ',
      expires_on: '2999-01-01',
      role: 'user',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Shop', expires_on: '2999-01-01 00:00:00', role: 'admin', allowed_ips: [] },
    });
    const [entry] = (await admin.get('/account/audit')).body.items;
    expect(entry).toMatchObject({
      action: 'key.updated',
      target: { type: 'key', id },
      before: { name: 'x', expires_on: null },
      after: { name: 'Shop' },
    });
    const before = await gateway.stored();
    for (const body of [{}, '', { name: 'Shop' }, { expires_on: '2999-01-01' }])
      expect((await admin.put(`/keys/${id}`, body)).status).toBe(200);
    expect(await gateway.stored()).toBe(before);
    expect((await admin.put(`/keys/${id}`, { expires_on: null })).body).toMatchObject({ expires_on: null });
  });

  it('widens no limit of a key that escapes the caller in the other limit', async () => {
    const here = await add(admin, { allowed_ips: HERE });
    const expiring = await add(admin, { expires_on: '2999-01-01' });
    const everywhere = await add(admin, { expires_on: '2998-01-01' });
    const permanent = await add(admin, { allowed_ips: ['203.0.113.7'] });
    const before = await gateway.stored();
    for (const [caller, target, body, field] of [
      [here, everywhere, { expires_on: null }, 'allowed_ips'],
      [here, everywhere, { expires_on: '2998-01-02' }, 'allowed_ips'],
      [expiring, permanent, { allowed_ips: [] }, 'expires_on'],
      [expiring, permanent, { allowed_ips: ['203.0.113.0/24'] }, 'expires_on'],
    ] as const)
      expect(await caller.api.put(`/keys/${target.id}`, body)).toMatchObject({
        status: 403,
        body: { code: 'forbidden', field },
      });
    expect(await gateway.stored()).toBe(before);
    for (const [caller, target, body] of [
      [here, everywhere, { expires_on: '2997-01-01' }],
      [here, everywhere, { allowed_ips: HERE, expires_on: null }],
      [here, everywhere, { name: 'y' }],
      [expiring, permanent, { allowed_ips: ['203.0.113.7'], expires_on: '2998-01-01' }],
      [expiring, permanent, { allowed_ips: [] }],
    ] as const)
      expect([body, (await caller.api.put(`/keys/${target.id}`, body)).status]).toEqual([body, 200]);
  });

  it('lets no key outlive itself or its maker, nor change one with more rights', async () => {
    const { api, id } = await add(admin, { expires_on: '2999-01-01' });
    const weak = await add(admin, { role: 'user' });
    const child = await add(api, { expires_on: '2998-01-01' });
    const foreign = (await (await gateway.addAccount()).get('/keys')).body.keys[0].id as number;
    const branch = await add(admin, { sub_account_id: await gateway.addSubAccount() });
    const before = await gateway.stored();
    for (const [caller, target, body, status] of [
      [api, id, { expires_on: null }, 403],
      [api, id, { expires_on: '2999-01-02' }, 403],
      [api, child.id, { expires_on: null }, 403],
      [child.api, child.id, { expires_on: '2999-01-01' }, 403],
      [weak.api, id, { name: 'y' }, 403],
      [weak.api, id, { allowed_ips: ['203.0.113.7'] }, 403],
      [branch.api, id, { name: 'y' }, 404],
      [admin, foreign, { name: 'y' }, 404],
      [admin, 999_999, { name: 'y' }, 404],
      [admin, id, { expires_on: '2020-01-01' }, 400],
      [admin, id, { allowed_ips: ['x'] }, 400],
      [admin, id, { name: '' }, 400],
    ] as const)
      expect([body, (await caller.put(`/keys/${target}`, body)).status]).toEqual([body, status]);
    expect(await gateway.stored()).toBe(before);
    expect((await api.put(`/keys/${id}`, { expires_on: '2998-06-01' })).status).toBe(200);
  });
});
