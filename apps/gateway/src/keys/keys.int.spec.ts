import { keyRevoked, SCOPES } from '@plaudit/contracts';
import { type AccountsWorld, Api, startAccountsWorld, statusesOf } from '../accounts/accounts-world.suite';
import { API_KEY_FORMAT } from './api-key';

let gateway: AccountsWorld;
let admin: Api;

beforeAll(async () => {
  gateway = await startAccountsWorld({ nats: true });
  ({ admin } = gateway);
});
afterAll(async () => gateway.close());

/** Returns a date that many days from now, in the form of the API. */
const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

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
    const api = await gateway.keyFor();
    expect((await api.delete(`/keys/${await idOf(api)}`)).status).toBe(200);
    expect((await api.get('/hello')).status).toBe(401);
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
    const named = typeof fields === 'string' || code === 'missing_field' ? fields : { name: 'x', ...fields };
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

  it.each(['0', 'abc', '1.5', '99999999999999999999'])('refuses the id %s with 400', async (id) => {
    expect(await admin.delete(`/keys/${id}`)).toMatchObject({ status: 400, body: { field: 'id' } });
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
    expect((await editor.post('/keys', { name: 'x', role: 'editor', account_management: true })).status).toBe(
      201,
    );
  });

  it('refuses a scope that the creating key lacks', async () => {
    const creator = await gateway.keyFor({ scopes: ['account:manage', 'reviews:read'] });
    expect((await creator.post('/keys', { name: 'x', role: 'admin', scopes: ['reviews:read'] })).status).toBe(
      201,
    );
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
