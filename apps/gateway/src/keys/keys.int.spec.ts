import {
  accountAccessReduced,
  keyRevoked,
  SCOPES,
  PRINCIPAL_HEADER,
  type Principal,
} from '@plaudit/contracts';
import { HttpClient, type HttpResult, eventually } from '@plaudit/testing';
import { type RunningServices, startServices } from '@plaudit/runtime';
import {
  type AccountsWorld,
  Api,
  startAccountsWorld,
  statusesOf,
  newEmail,
  type NewKey,
  PASSWORD,
  type ApiResponse,
} from '../accounts/accounts-world.suite';
import { API_KEY_FORMAT } from './api-key';
import { basic } from '../gateway-world.suite';
import { COMMANDS } from '../cli/commands';
import { gatewayService } from '../service';
import { ask, cookieOf, HOST, ORIGIN } from '../sign-in/sign-in-world.suite';

/** Returns a date that many days from now, in the form of the API. */
const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

let gateway: AccountsWorld;
let admin: Api;
beforeAll(async () => {
  gateway = await startAccountsWorld({
    nats: true,
    settings: { PUBLIC_URL: ORIGIN, TRUSTED_PROXIES: '127.0.0.1,::1' },
  });
  ({ admin } = gateway);
});
afterAll(async () => gateway.close());

describe('keys', () => {
  async function idOf(api: Api): Promise<number> {
    const { keys } = (await admin.get('/keys')).body as { keys: { id: number; prefix: string }[] };
    return keys.find(({ prefix }) => api.key.startsWith(prefix))?.id as number;
  }

  describe('an API key', () => {
    it('is shown once, works immediately and is listed without its secret', async () => {
      const sub_account_id = await gateway.addSubAccount();
      const expires_on = inDays(30);
      const created = await admin.post('/keys', {
        name: ' Website ',
        role: 'editor',
        account_management: true,
        scopes: ['reviews:read', 'account:manage', 'reviews:read'],
        sub_account_id,
        expires_on,
      });
      expect(created.status).toBe(201);
      expect(created.headers.get('cache-control')).toBe('no-store');
      const { key, ...record } = created.body;
      expect(key).toMatch(API_KEY_FORMAT);
      expect(record).toEqual({
        id: expect.any(Number),
        name: 'Website',
        prefix: key.slice(0, 11),
        role: 'editor',
        account_management: true,
        scopes: ['reviews:read', 'account:manage'],
        sub_account_id,
        last_used_on: null,
        expires_on,
        allowed_ips: [],
        created_by: { type: 'key', id: await idOf(admin), name: 'Bootstrap key' },
        created_on: expect.stringMatching(/^\d{4}-/),
      });
      const api = new Api(gateway.url, key);
      expect((await api.get('/hello')).status).toBe(200);
      const listed = await admin.get('/keys');
      const { last_used_on: _, ...kept } = record;
      expect(listed.body.keys.find(({ id }: { id: number }) => id === record.id)).toMatchObject(kept);
      expect(JSON.stringify(listed.body)).not.toContain(key);
      expect(await gateway.stored()).not.toContain(key);
      expect(JSON.stringify(gateway.world.logs.lines)).not.toContain(key);
    });

    it('is made once for an Idempotency-Key, and shown again only to the key that made it', async () => {
      const headers = { 'idempotency-key': 'lost response' };
      const weaker = await gateway.keyFor({ name: 'Weaker', role: 'user', account_management: true });
      const first = await admin.post('/keys', { name: 'Strong', role: 'admin' }, headers);
      expect(first.status).toBe(201);
      const before = await gateway.stored();
      const repeat = await admin.post('/keys', { role: 'nobody' }, headers);
      expect(repeat).toMatchObject({ status: 201, body: first.body });
      expect(repeat.headers.get('cache-control')).toBe('no-store');
      expect(repeat.headers.get('idempotency-replayed')).toBe('true');
      expect(await gateway.stored()).toBe(before);
      expect(before).not.toContain(first.body.key);
      expect(before).not.toContain(Buffer.from(first.body.key as string).toString('hex'));
      const refused = await weaker.post('/keys', { name: 'Strong', role: 'admin' }, headers);
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      const other = await weaker.post('/keys', { name: 'Other', role: 'user' }, headers);
      expect(other).toMatchObject({ status: 201, body: { name: 'Other' } });
    });

    it('has the fewest rights when only its name is given', async () => {
      expect((await admin.post('/keys', { name: 'x' })).body).toMatchObject({
        role: 'user',
        account_management: false,
        scopes: [],
        sub_account_id: gateway.mainId,
        expires_on: null,
      });
    });

    it('is refused immediately after it is deleted, and the deletion is published once', async () => {
      const recorder = await gateway.world.recorder('key.>');
      const api = await gateway.keyFor({ name: 'Leaked' });
      expect((await api.get('/hello')).status).toBe(200);
      const id = await idOf(api);
      const answers = await Promise.all([1, 2, 3].map(() => admin.delete(`/keys/${id}`)));
      expect(statusesOf(answers)).toEqual([200, 404, 404]);
      expect(await api.get('/hello')).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
      const [event, ...more] = await recorder.waitFor(keyRevoked);
      expect(more).toEqual([]);
      expect(event).toMatchObject({
        subject: String(id),
        subaccountid: gateway.mainId,
        data: { id, sub_account_id: gateway.mainId, name: 'Leaked' },
      });
      expect((await admin.get('/keys')).body.keys.map((one: { id: number }) => one.id)).not.toContain(id);
    });

    it('can delete itself and still gets the response', async () => {
      const recorder = await gateway.world.recorder('account.>');
      const api = await gateway.keyFor();
      const id = await idOf(api);
      expect((await api.delete(`/keys/${id}`)).status).toBe(200);
      expect((await api.get('/hello')).status).toBe(401);
      const [event] = await recorder.waitFor(accountAccessReduced);
      expect(event?.data).toEqual({
        maker_type: 'key',
        maker_id: id,
        name: 'test',
        removed: true,
        sub_accounts: [],
      });
    });

    it('is announced once when it expires, and again when it expires after a later date', async () => {
      const recorder = await gateway.world.recorder('account.>');
      const id = await idOf(await gateway.keyFor({ name: 'Trial', expires_on: inDays(1) }));
      const expire = (): Promise<unknown> =>
        gateway.world.admin.query(
          "update gateway.keys set expires_on = now() - interval '1 s' where id = $1",
          [id],
        );
      await gateway.announceExpiries();
      await expire();
      await Promise.all([gateway.announceExpiries(), gateway.announceExpiries()]);
      expect((await admin.put(`/keys/${id}`, { expires_on: inDays(2) })).status).toBe(200);
      await gateway.announceExpiries();
      await expire();
      await gateway.announceExpiries();
      // The deletion comes after every announcement, so a third one of the expiry would be among the first three.
      expect((await admin.delete(`/keys/${id}`)).status).toBe(200);
      const events = await recorder.waitFor(accountAccessReduced, 3);
      expect(events.filter(({ data }) => data.maker_id === id)).toHaveLength(3);
      expect(events[0]).toMatchObject({
        subaccountid: 0,
        data: { maker_type: 'key', maker_id: id, name: 'Trial', removed: true },
      });
      const versions = events.map(({ aggregateversion }) => aggregateversion);
      expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other));
    });
  });

  describe('the keys API', () => {
    it.each([
      [{}, 'name', 'missing_field'],
      ['', 'name', 'missing_field'],
      [{ name: null }, 'name', 'validation_failed'],
      [{ name: ' ' }, 'name', 'validation_failed'],
      [{ name: 7 }, 'name', 'validation_failed'],
      [{ name: 'x'.repeat(192) }, 'name', 'validation_failed'],
      [{ name: 'x\u0000' }, 'name', 'invalid_value'],
      [{ role: 'owner' }, 'role', 'validation_failed'],
      [{ role: 'Admin' }, 'role', 'validation_failed'],
      [{ role: 1 }, 'role', 'validation_failed'],
      [{ role: null }, 'role', 'validation_failed'],
      [{ role: ['admin'] }, 'role', 'validation_failed'],
      [{ role: 'constructor' }, 'role', 'validation_failed'],
      [{ account_management: 1 }, 'account_management', 'validation_failed'],
      [{ account_management: 'true' }, 'account_management', 'validation_failed'],
      [{ account_management: null }, 'account_management', 'validation_failed'],
      [{ scopes: 'reviews:read' }, 'scopes', 'validation_failed'],
      [{ scopes: null }, 'scopes', 'validation_failed'],
      [{ scopes: ['reviews'] }, 'scopes', 'validation_failed'],
      [{ scopes: ['*'] }, 'scopes', 'validation_failed'],
      [{ scopes: [['reviews:read']] }, 'scopes', 'validation_failed'],
      [{ scopes: ['public'] }, 'scopes', 'validation_failed'],
      [{ scopes: SCOPES.map(() => 'reviews:read') }, 'scopes', 'validation_failed'],
      [{ scopes: ['widgets:write'] }, 'scopes', 'invalid_value'],
      [{ scopes: ['account:manage'] }, 'scopes', 'invalid_value'],
      [{ sub_account_id: '1' }, 'sub_account_id', 'validation_failed'],
      [{ sub_account_id: 0 }, 'sub_account_id', 'validation_failed'],
      [{ sub_account_id: -1 }, 'sub_account_id', 'validation_failed'],
      [{ sub_account_id: 1.5 }, 'sub_account_id', 'validation_failed'],
      [{ sub_account_id: 2 ** 53 }, 'sub_account_id', 'validation_failed'],
      [{ sub_account_id: null }, 'sub_account_id', 'validation_failed'],
      [{ sub_account_id: [1] }, 'sub_account_id', 'validation_failed'],
      [{ sub_account_id: 999_999 }, 'sub_account_id', 'invalid_value'],
      [{ expires_on: '' }, 'expires_on', 'invalid_date'],
      [{ expires_on: 'tomorrow' }, 'expires_on', 'invalid_date'],
      [{ expires_on: '2027-02-30' }, 'expires_on', 'invalid_date'],
      [{ expires_on: '2020-01-01' }, 'expires_on', 'invalid_date'],
      [{ expires_on: 1_900_000_000 }, 'expires_on', 'validation_failed'],
      [{ expires_on: { date: '2027-01-01' } }, 'expires_on', 'validation_failed'],
      [{ expires_on: 'x'.repeat(41) }, 'expires_on', 'validation_failed'],
      [{ allowed_ips: '203.0.113.7' }, 'allowed_ips', 'validation_failed'],
      [{ allowed_ips: null }, 'allowed_ips', 'validation_failed'],
      [{ allowed_ips: { 0: '203.0.113.7' } }, 'allowed_ips', 'validation_failed'],
      [{ allowed_ips: [7] }, 'allowed_ips', 'validation_failed'],
      [{ allowed_ips: [['203.0.113.7']] }, 'allowed_ips', 'validation_failed'],
      [
        { allowed_ips: Array.from({ length: 51 }, (_, n) => `203.0.113.${n}`) },
        'allowed_ips',
        'validation_failed',
      ],
      [{ allowed_ips: ['203.0.113.7', 'localhost'] }, 'allowed_ips[1]', 'invalid_value'],
      [{ allowed_ips: ['203.0.113.7/24'] }, 'allowed_ips[0]', 'invalid_value'],
    ])('refuses %j and changes nothing', async (fields, field, code) => {
      const named =
        typeof fields === 'string' || code === 'missing_field' ? fields : { name: 'x', ...fields };
      const before = await gateway.stored();
      const answer = await admin.post('/keys', named);
      expect(answer).toMatchObject({ status: 400, body: { success: false, code, field } });
      expect(answer.body.msg).toContain(field);
      expect(await gateway.stored()).toBe(before);
    });

    it('refuses a sub account that is deleted or belongs to another account', async () => {
      const other = await gateway.addAccount();
      const [foreign] = (await other.get('/account/subaccounts')).body;
      const gone = await gateway.addSubAccount();
      await admin.delete(`/account/subaccount/${gone}`);
      const before = await gateway.stored();
      for (const sub_account_id of [gone, foreign.id])
        expect(await admin.post('/keys', { name: 'x', sub_account_id })).toMatchObject({
          status: 400,
          body: { code: 'invalid_value', field: 'sub_account_id' },
        });
      expect(await gateway.stored()).toBe(before);
    });

    it.each(['0', 'abc', '1.5', '99999999999999999999'])('answers 404 for the id %s', async (id) => {
      expect(await admin.delete(`/keys/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });
  });

  it('an API key cannot list or delete keys of another account', async () => {
    const other = await gateway.addAccount();
    const [theirs] = (await other.get('/keys')).body.keys;
    const before = await gateway.stored();
    expect(await admin.delete(`/keys/${theirs.id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await admin.get('/keys')).body.keys.map(({ id }: { id: number }) => id)).not.toContain(theirs.id);
    expect(await gateway.stored()).toBe(before);
    expect((await other.get('/hello')).status).toBe(200);
  });

  describe('POST /keys', () => {
    it('refuses a higher role than that of the creating key', async () => {
      const user = await gateway.keyFor({ role: 'user' });
      const editor = await gateway.keyFor({ role: 'editor' });
      const before = await gateway.stored();
      for (const [creator, role] of [
        [user, 'editor'],
        [user, 'admin'],
        [editor, 'admin'],
      ] as const)
        expect(await creator.post('/keys', { name: 'x', role, scopes: ['reviews:read'] })).toMatchObject({
          status: 403,
          body: { code: 'forbidden', required: role },
        });
      expect(await gateway.stored()).toBe(before);
      expect(
        (await editor.post('/keys', { name: 'x', role: 'editor', account_management: true })).status,
      ).toBe(201);
    });

    it('refuses a scope that the creating key lacks', async () => {
      const creator = await gateway.keyFor({ scopes: ['account:manage', 'reviews:read'] });
      expect(
        (await creator.post('/keys', { name: 'x', role: 'admin', scopes: ['reviews:read'] })).status,
      ).toBe(201);
      for (const fields of [
        {},
        { role: 'admin' },
        { role: 'admin', scopes: ['reviews:read', 'reviews:write'] },
      ])
        expect(await creator.post('/keys', { name: 'x', ...fields })).toMatchObject({
          status: 403,
          body: { code: 'forbidden', required: 'reviews:write' },
        });
    });

    it('refuses another sub account if the creating key is outside the main sub account', async () => {
      const [own, sibling] = [await gateway.addSubAccount(), await gateway.addSubAccount()];
      const creator = await gateway.keyFor({ sub_account_id: own });
      const theirs = await idOf(await gateway.keyFor({ sub_account_id: sibling }));
      expect((await creator.post('/keys', { name: 'x' })).body).toMatchObject({ sub_account_id: own });
      for (const sub_account_id of [sibling, gateway.mainId])
        expect((await creator.post('/keys', { name: 'x', sub_account_id })).status).toBe(403);
      expect((await creator.delete(`/keys/${theirs}`)).status).toBe(404);
      const { keys } = (await creator.get('/keys')).body as { keys: { sub_account_id: number }[] };
      expect(new Set(keys.map(({ sub_account_id }) => sub_account_id))).toEqual(new Set([own]));
    });

    it('refuses a later expiry date than that of the creating key', async () => {
      const end = inDays(2);
      const creator = await gateway.keyFor({ expires_on: end });
      for (const expires_on of [undefined, null, inDays(3)])
        expect(await creator.post('/keys', { name: 'x', expires_on })).toMatchObject({
          status: 403,
          body: { code: 'forbidden', field: 'expires_on' },
        });
      expect((await creator.post('/keys', { name: 'x', expires_on: end })).status).toBe(201);
      expect((await creator.post('/keys', { name: 'x', expires_on: inDays(1) })).status).toBe(201);
    });
  });
});

interface MadeKey {
  id: number;
  api: Api;
}

/** The address of the specs themselves, in either spelling. */
const HERE = ['127.0.0.1', '::1'];

describe('key bounds', () => {
  async function add(creator: Api, fields: NewKey & { allowed_ips?: string[] }): Promise<MadeKey> {
    const made = await creator.post('/keys', {
      name: 'x',
      role: 'admin',
      account_management: true,
      ...fields,
    });
    expect(made.status).toBe(201);
    return { id: made.body.id, api: new Api(gateway.url, made.body.key) };
  }

  /** Sends a request as the load balancer does for a client with this address. */
  function from(address: string, { key }: Api, path = '/hello'): Promise<HttpResult> {
    const headers = { ...basic(key), 'x-forwarded-for': address };
    return new HttpClient(gateway.url).get(`/public/v1${path}`, { headers });
  }

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
});

/** The limit of every plan. */
const LIMIT = 100;

describe('the limit on the keys of an account', () => {
  let full: Api;
  beforeAll(async () => {
    full = await gateway.addAccount();
    await fillUpTo(LIMIT - 2);
  });

  it('holds when several keys are created concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => full.post('/keys', { name: 'x' })));
    expect(statusesOf(answers)).toEqual([201, 201, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      success: false,
      code: 'key_limit_reached',
      msg: `The account has ${LIMIT} API keys, and may have ${LIMIT}; delete one.`,
      limit: LIMIT,
      used: LIMIT,
    });
    expect((await full.get('/keys')).body.keys).toHaveLength(LIMIT);
  });

  it('counts neither deleted keys nor keys of other accounts', async () => {
    const { keys } = (await full.get('/keys')).body as { keys: { id: number }[] };
    expect((await full.post('/keys', { name: 'x' })).status).toBe(422);
    expect((await full.delete(`/keys/${keys.at(-1)?.id}`)).status).toBe(200);
    expect((await full.post('/keys', { name: 'x' })).status).toBe(201);
    expect((await gateway.admin.post('/keys', { name: 'x' })).status).toBe(201);
  });

  it('can be overridden by the operator, and an account above it keeps its keys', async () => {
    const { id } = (await full.get('/account')).body;
    const override = async (limits: string): Promise<void> =>
      COMMANDS['change']?.({
        options: { account: String(id), limits },
        env: { DATABASE_URL: gateway.world.databaseUrl('gateway') },
        print: () => {},
      });
    await override(`keys=${LIMIT + 1}`);
    expect((await full.post('/keys', { name: 'x' })).status).toBe(201);
    await override('keys=3');
    expect(await full.post('/keys', { name: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'key_limit_reached', limit: 3, used: LIMIT + 1 },
    });
    expect((await full.get('/account')).body).toMatchObject({
      limits: { keys: 3 },
      usage: { keys: LIMIT + 1 },
    });
    await override('keys=-1');
    expect((await full.post('/keys', { name: 'x' })).status).toBe(201);
  });

  /** Adds keys to the newest account until it has `count` keys that are not deleted. */
  async function fillUpTo(count: number): Promise<void> {
    await gateway.world.admin.query(
      `insert into gateway.keys (account_id, sub_account_id, name, prefix, hash, role)
     select s.account_id, s.id, 'filler', 'rk_filler', sha256(convert_to(s.account_id || ' ' || n, 'UTF8')), 'user'
       from gateway.sub_accounts s,
            generate_series(1, $1 - (select count(*)::int from gateway.keys k
                                      where k.account_id = s.account_id and k.deleted_at is null)) n
      where s.account_id = (select max(id) from gateway.accounts)`,
      [count],
    );
  }
});

/** Shorter than the 30 s for which a key is cached, so only a broadcast can cause a change in this time. */
const WITHIN_CACHE_TTL = { timeoutMs: 20_000 };

async function expectRefused(api: Api, code: string): Promise<ApiResponse> {
  return eventually(
    () => api.get('/hello'),
    ({ status, body }) => status === 401 && body.code === code,
    `${code} at the other replica`,
    WITHIN_CACHE_TTL,
  );
}

describe('a gateway with two replicas', () => {
  let gateway: AccountsWorld;
  let admin: Api;
  let replica: RunningServices;
  beforeAll(async () => {
    gateway = await startAccountsWorld({ nats: true });
    ({ admin } = gateway);
    replica = await startServices([{ definition: gatewayService, settings: gateway.settings }]);
  });
  afterAll(async () => {
    await replica.close();
    await gateway.close();
  });

  it('refuses a deleted key on every replica', async () => {
    const key = await gateway.keyFor();
    const otherReplica = await onOtherReplica(key);
    await admin.delete(`/keys/${await idOf(key)}`);
    expect((await key.get('/hello')).status).toBe(401);
    await expectRefused(otherReplica, 'invalid_key');
  });

  it('refuses the keys of a deleted sub account on every replica', async () => {
    const sub_account_id = await gateway.addSubAccount();
    const otherReplica = await onOtherReplica(await gateway.keyFor({ sub_account_id }));
    await admin.delete(`/account/subaccount/${sub_account_id}`);
    await expectRefused(otherReplica, 'invalid_key');
  });

  it('applies the switch of the API integration on every replica, off and on', async () => {
    const other = await gateway.addAccount();
    const { id } = (await other.get('/account')).body;
    const otherReplica = await onOtherReplica(other);
    await other.put('/account', { api_enabled: false });
    await expectRefused(otherReplica, 'api_disabled');
    await COMMANDS['change']?.({
      options: { account: String(id), api: 'on' },
      env: { DATABASE_URL: gateway.world.databaseUrl('gateway') },
      print: () => {},
    });
    for (const api of [otherReplica, other])
      await eventually(
        () => api.get('/hello'),
        ({ status }) => status === 200,
        'the key to work again',
        WITHIN_CACHE_TTL,
      );
  });

  it('applies the allowed_ips of a changed key on every replica', async () => {
    const key = await gateway.keyFor();
    const otherReplica = await onOtherReplica(key);
    const id = await idOf(key);
    await admin.put(`/keys/${id}`, { allowed_ips: ['203.0.113.7'] });
    expect(await key.get('/hello')).toMatchObject({ status: 403, body: { code: 'address_not_allowed' } });
    await eventually(
      () => otherReplica.get('/hello'),
      ({ body }) => body.code === 'address_not_allowed',
      'the other replica to refuse the address',
      WITHIN_CACHE_TTL,
    );
  });

  it('sends changed limits to the services from every replica', async () => {
    const sub_account_id = await gateway.addSubAccount();
    const otherReplica = await onOtherReplica(await gateway.keyFor({ sub_account_id }));
    expect((await principalOf(otherReplica)).limits.properties).toBe(-1);
    await admin.put(`/account/subaccount/${sub_account_id}`, { properties: 3 });
    await eventually(
      () => principalOf(otherReplica),
      ({ limits }) => limits.properties === 3,
      'the new limit',
      WITHIN_CACHE_TTL,
    );
  });

  it('shows no signed principal in responses or logs, because it stays valid after its key is deleted', async () => {
    const key = await gateway.keyFor();
    const answer = await key.get('/reviews/get');
    const token = String(gateway.upstreams.reviews.requests.at(-1)?.headers[PRINCIPAL_HEADER]);
    expect(token.split('.')).toHaveLength(3);
    expect(JSON.stringify([[...answer.headers], answer.body])).not.toContain(token);
    expect(JSON.stringify(gateway.world.logs.lines)).not.toContain(token);
  });

  it('clears the cache of every replica when NATS is back after an outage', async () => {
    const key = await gateway.keyFor();
    const otherReplica = await onOtherReplica(key);
    const id = await idOf(key);
    await gateway.world.nats.kill();
    // This deletion publishes no event, so only the reconnect can clear the cache.
    await gateway.world.admin.query('update gateway.keys set deleted_at = now() where id = $1', [id]);
    await gateway.world.nats.restart();
    await expectRefused(otherReplica, 'invalid_key');
  });

  it('refuses a key that is deleted during a NATS outage, on the other replicas as soon as NATS is back', async () => {
    const key = await gateway.keyFor();
    const otherReplica = await onOtherReplica(key);
    const id = await idOf(key);
    await gateway.world.nats.kill();
    expect((await admin.delete(`/keys/${id}`)).status).toBe(200);
    expect((await key.get('/hello')).status).toBe(401);
    await gateway.world.nats.restart();
    await expectRefused(otherReplica, 'invalid_key');
  });

  /** Sends the key to the other replica, which caches it, and returns a client of that replica. */
  async function onOtherReplica(api: Api): Promise<Api> {
    const other = new Api(replica.url('gateway'), api.key);
    expect((await other.get('/hello')).status).toBe(200);
    return other;
  }

  async function idOf(api: Api): Promise<number> {
    const { keys } = (await admin.get('/keys')).body as { keys: { id: number; prefix: string }[] };
    return keys.find(({ prefix }) => api.key.startsWith(prefix))?.id as number;
  }

  /** Returns the principal that the other replica sends to a service for this key. */
  async function principalOf(otherReplica: Api): Promise<Principal> {
    await otherReplica.get('/reviews/get');
    const token = String(gateway.upstreams.reviews.requests.at(-1)?.headers[PRINCIPAL_HEADER]);
    const claims = Buffer.from(token.split('.')[1] as string, 'base64url').toString();
    return (JSON.parse(claims) as { principal: Principal }).principal;
  }
});

interface Employee {
  id: number;
  email: string;
  /** Makes a key in a browser. */
  make(fields?: object): Promise<Api>;
}

const ALL = { role: 'admin', account_management: true };

const statuses = (apis: readonly Api[]): Promise<number[]> =>
  Promise.all(apis.map(async (api) => (await api.get('/hello')).status));

describe('made keys', () => {
  async function employ(fields: { sub_accounts?: number[] } = {}): Promise<Employee> {
    const email = newEmail();
    const id = await gateway.addUser({ email, role_id: 1, ...fields });
    const entered = await ask(gateway, '/app/session', {
      method: 'POST',
      body: { email, password: PASSWORD },
    });
    const [subAccount = 1] = fields.sub_accounts ?? [];
    const headers = { cookie: cookieOf(entered), host: HOST, 'x-sub-account': String(subAccount) };
    return {
      id,
      email,
      make: async (key = {}) => {
        const made = await ask(gateway, '/app/api/keys', {
          method: 'POST',
          headers,
          body: { name: 'made', ...key },
        });
        expect(made.status).toBe(201);
        return new Api(gateway.url, made.json().key as string);
      },
    };
  }

  async function makeWith(maker: Api, fields: object = {}): Promise<Api> {
    const made = await maker.post('/keys', { name: 'child', ...fields });
    expect(made.status).toBe(201);
    return new Api(gateway.url, made.body.key);
  }

  async function rowOf({ key }: Api): Promise<{ id: number; created_by: unknown } | undefined> {
    const { keys } = (await admin.get('/keys')).body as {
      keys: { id: number; prefix: string; created_by: unknown }[];
    };
    return keys.find(({ prefix }) => key.startsWith(prefix));
  }

  describe('a key', () => {
    it('shows the user, the key or the operator that made it', async () => {
      const { id, email, make } = await employ();
      const byUser = await make(ALL);
      expect((await rowOf(byUser))?.created_by).toEqual({ type: 'user', id, name: email });
      const byKey = await makeWith(byUser);
      expect((await rowOf(byKey))?.created_by).toEqual({
        type: 'key',
        id: (await rowOf(byUser))?.id,
        name: 'made',
      });
      expect((await rowOf(admin))?.created_by).toEqual({ type: 'operator', id: null, name: null });
    });

    it('does not show the email of its maker outside the main sub account', async () => {
      const { make, id } = await employ();
      const branch = await make({ ...ALL, sub_account_id: await gateway.addSubAccount() });
      expect((await branch.get('/keys')).body.keys).toMatchObject([
        { created_by: { type: 'user', id, name: null } },
      ]);
      const own = (await branch.get('/keys')).body.keys[0].id as number;
      for (const body of [{}, { name: 'Branch' }])
        expect((await branch.put(`/keys/${own}`, body)).body.created_by).toEqual({
          type: 'user',
          id,
          name: null,
        });
      const child = await branch.post('/keys', { name: 'child' });
      expect(child.body.created_by).toEqual({ type: 'key', id: own, name: null });
    });

    it('has no maker if it is older than makers and the audit log does not name one', async () => {
      const old = new Api(gateway.url, await gateway.addKey());
      expect((await rowOf(old))?.created_by).toBeNull();
    });
  });

  describe('deleting a user', () => {
    it('revokes the keys that the user made and the keys that they made, and no others', async () => {
      const leaver = await employ();
      const stayer = await employ();
      const first = await leaver.make(ALL);
      const second = await makeWith(first, ALL);
      const third = await makeWith(second);
      const kept = [await stayer.make(ALL), await gateway.keyFor()];
      const gone = [first, second, third];
      expect(await statuses([...gone, ...kept])).toEqual([200, 200, 200, 200, 200]);
      const ids = await Promise.all(gone.map(async (api) => (await rowOf(api))?.id));
      const recorder = await gateway.world.recorder('key.>');
      const reductions = await gateway.world.recorder('account.>');

      expect(await admin.delete(`/users/${leaver.id}`)).toMatchObject({
        status: 200,
        body: { success: true, revoked_keys: 3 },
      });
      expect(await statuses([...gone, ...kept])).toEqual([401, 401, 401, 200, 200]);
      const events = await recorder.waitFor(keyRevoked, 3);
      expect(events.map(({ data }) => data.id)).toEqual(ids);
      const reduced = await reductions.waitFor(accountAccessReduced, 4);
      expect(reduced.map(({ data }) => [data.maker_type, data.maker_id, data.removed])).toEqual([
        ...ids.map((id) => ['key', id, true]),
        ['user', leaver.id, true],
      ]);
      const { items } = (await admin.get('/account/audit')).body as {
        items: { action: string; target: object }[];
      };
      expect(items.filter(({ action }) => action === 'key.revoked').map(({ target }) => target)).toEqual(
        ids.toReversed().map((id) => ({ type: 'key', id })),
      );
      expect(items.find(({ action }) => action === 'key.revoked')).toMatchObject({
        before: { name: 'child', created_by: { type: 'key', id: ids[1] } },
        after: null,
      });
    });

    it('revokes a key whose maker was deleted before, because deleting a key keeps the keys that it made', async () => {
      const leaver = await employ();
      const first = await leaver.make(ALL);
      const second = await makeWith(first, ALL);
      expect((await admin.delete(`/keys/${(await rowOf(first))?.id}`)).status).toBe(200);
      expect(await statuses([first, second])).toEqual([401, 200]);
      expect((await admin.delete(`/users/${leaver.id}`)).body).toEqual({ success: true, revoked_keys: 1 });
      expect(await statuses([second])).toEqual([401]);
    });

    it('can be done by a key of that user, which is revoked with the answer', async () => {
      const leaver = await employ();
      const own = await leaver.make(ALL);
      expect((await own.delete(`/users/${leaver.id}`)).body).toEqual({ success: true, revoked_keys: 1 });
      expect(await statuses([own])).toEqual([401]);
    });

    it('leaves no key behind that is made at the same time', async () => {
      const leaver = await employ();
      const own = await leaver.make(ALL);
      const [, ...made] = await Promise.all([
        admin.delete(`/users/${leaver.id}`),
        ...Array.from({ length: 4 }, () => own.post('/keys', { name: 'survivor', ...ALL })),
      ]);
      const survivors = made
        .filter(({ status }) => status === 201)
        .map(({ body }) => new Api(gateway.url, body.key));
      expect(await statuses([own, ...survivors])).toEqual([401, ...survivors.map(() => 401)]);
    });
  });

  describe('changing a user', () => {
    it('revokes the keys above the new role', async () => {
      const employee = await employ();
      const made = [
        await employee.make(ALL),
        await employee.make({ role: 'admin' }),
        await employee.make({ role: 'editor' }),
        await employee.make({ role: 'user', scopes: ['reviews:read'] }),
      ];
      expect((await admin.put(`/users/${employee.id}`, { role_id: 3 })).body).toEqual({
        success: true,
        revoked_keys: 2,
      });
      expect(await statuses(made)).toEqual([401, 401, 200, 200]);
      expect((await admin.put(`/users/${employee.id}`, { role_id: 2 })).body).toMatchObject({
        revoked_keys: 1,
      });
      expect(await statuses(made)).toEqual([401, 401, 401, 200]);
    });

    it('revokes the keys outside the new sub accounts', async () => {
      const [own, other] = [await gateway.addSubAccount(), await gateway.addSubAccount()];
      const employee = await employ();
      const main = await employee.make(ALL);
      const made = [
        main,
        await employee.make({ role: 'user' }),
        await employee.make({ ...ALL, sub_account_id: own }),
        await employee.make({ ...ALL, sub_account_id: other }),
        await makeWith(main, { sub_account_id: own }),
      ];
      expect((await admin.put(`/users/${employee.id}`, { sub_accounts: [own] })).body).toMatchObject({
        revoked_keys: 3,
      });
      expect(await statuses(made)).toEqual([401, 401, 200, 401, 200]);
    });

    it('revokes nothing when the name, the password or nothing changes, or rights are added', async () => {
      const employee = await employ({ sub_accounts: [await gateway.addSubAccount()] });
      const [sub] = (await admin.get(`/users/${employee.id}`)).body.sub_accounts as number[];
      const made = await employee.make({ ...ALL, sub_account_id: sub });
      for (const patch of [{}, { name: 'Noa' }, { password: 'another good password' }, { sub_accounts: [] }])
        expect((await admin.put(`/users/${employee.id}`, patch)).body).toEqual({
          success: true,
          revoked_keys: 0,
        });
      expect(await statuses([made])).toEqual([200]);
    });
  });
});
