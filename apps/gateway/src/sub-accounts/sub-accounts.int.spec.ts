import { accountChanged, accountSubAccountDeleted } from '@plaudit/contracts';
import { type AccountsWorld, Api, startAccountsWorld, statusesOf } from '../accounts/accounts-world.suite';

let gateway: AccountsWorld;
let admin: Api;

beforeAll(async () => {
  gateway = await startAccountsWorld({ nats: true });
  ({ admin } = gateway);
});
afterAll(async () => gateway.close());

async function find(id: number, api = admin): Promise<Record<string, unknown> | undefined> {
  const { body } = await api.get('/account/subaccounts');
  return (body as { id: number }[]).find((one) => one.id === id);
}

async function keyOf(sub_account_id: number, fields: object = {}): Promise<Api> {
  return gateway.keyFor({ sub_account_id, ...fields });
}

describe('GET /account/subaccounts', () => {
  it('lists sub accounts with every field, the main one first', async () => {
    const made = await admin.post('/account/subaccount', { name: ' Harbour Bakery ', properties: 5 });
    expect(made).toMatchObject({ status: 200, body: { success: true, id: expect.any(Number) } });
    const { body } = await admin.get('/account/subaccounts');
    expect(body[0]).toEqual({
      id: gateway.mainId,
      name: 'My company',
      main: true,
      vanity: null,
      properties: -1,
      video: true,
      invite: 1,
      image: '',
      channels: 0,
    });
    expect(await find(made.body.id)).toEqual({
      id: made.body.id,
      name: 'Harbour Bakery',
      main: false,
      vanity: null,
      properties: 5,
      video: true,
      invite: 1,
      image: '',
      channels: 0,
    });
  });
});

describe('PUT /account/subaccount/{id}', () => {
  it('changes the name and the limit, and publishes account.changed only for real changes', async () => {
    const recorder = await gateway.world.recorder('account.>');
    const id = await gateway.addSubAccount();
    await admin.put(`/account/subaccount/${id}`, { name: 'Bakery', properties: 0 });
    expect(await find(id)).toMatchObject({ name: 'Bakery', properties: 0 });
    await admin.put(`/account/subaccount/${id}`, { properties: null });
    expect(await find(id)).toMatchObject({ name: 'Bakery', properties: -1 });
    const before = await gateway.stored();
    for (const body of [{}, { name: 'Bakery' }, { properties: null }])
      expect((await admin.put(`/account/subaccount/${id}`, body)).status).toBe(200);
    expect(await gateway.stored()).toBe(before);
    const events = await recorder.waitFor(accountChanged, 3);
    expect(events.map(({ data }) => [data.part, data.part_id])).toEqual([
      ['sub_account', id],
      ['sub_account', id],
      ['sub_account', id],
    ]);
  });

  it('renames the main sub account too', async () => {
    const other = await gateway.addAccount();
    const [main] = (await other.get('/account/subaccounts')).body;
    expect((await other.put(`/account/subaccount/${main.id}`, { name: 'Head office' })).status).toBe(200);
    expect(await find(main.id, other)).toMatchObject({ name: 'Head office', main: true });
  });
});

describe('DELETE /account/subaccount/{id}', () => {
  it('stops the keys of the sub account at once, publishes an event, and returns 404 the second time', async () => {
    const recorder = await gateway.world.recorder('account.>');
    const id = await gateway.addSubAccount('Closing');
    const key = await keyOf(id);
    expect((await key.get('/hello')).status).toBe(200);
    expect(await admin.delete(`/account/subaccount/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await key.get('/hello')).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    expect(await find(id)).toBeUndefined();
    expect(
      (await admin.get('/keys')).body.keys.map((one: { sub_account_id: number }) => one.sub_account_id),
    ).not.toContain(id);
    for (const again of [
      admin.delete(`/account/subaccount/${id}`),
      admin.put(`/account/subaccount/${id}`, { name: 'x' }),
    ])
      expect(await again).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const [event] = await recorder.waitFor(accountSubAccountDeleted);
    expect(event).toMatchObject({ subaccountid: id, data: { id, name: 'Closing' } });
  });

  it('refuses to delete the main sub account', async () => {
    expect(await admin.delete(`/account/subaccount/${gateway.mainId}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', field: 'id' },
    });
  });

  it('removes the sub account from users who have others, and gives no user the whole account', async () => {
    const [closing, staying] = [await gateway.addSubAccount(), await gateway.addSubAccount()];
    const both = await gateway.addUser({ sub_accounts: [closing, staying] });
    const only = await gateway.addUser({ sub_accounts: [closing] });
    await admin.delete(`/account/subaccount/${closing}`);
    expect((await admin.get(`/users/${both}`)).body.sub_accounts).toEqual([staying]);
    expect((await admin.get(`/users/${only}`)).body.sub_accounts).toEqual([closing]);
  });

  it('deletes once when several requests arrive at once', async () => {
    const id = await gateway.addSubAccount();
    const responses = await Promise.all([1, 2, 3].map(() => admin.delete(`/account/subaccount/${id}`)));
    expect(statusesOf(responses)).toEqual([200, 404, 404]);
  });
});

describe('the plan limit', () => {
  it('bounds the number of sub accounts, even when many are added at once', async () => {
    const growth = await gateway.addAccount('growth');
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => growth.post('/account/subaccount', { name: `Branch ${n}` })),
    );
    expect(statusesOf(responses)).toEqual([200, 200, 200, 200, 402, 402, 402, 402]);
    expect(responses.find(({ status }) => status === 402)?.body).toMatchObject({
      success: false,
      code: 'plan_limit_reached',
      limit: 5,
      used: 5,
    });
    const made = responses.find(({ status }) => status === 200)?.body.id;
    await growth.delete(`/account/subaccount/${made}`);
    expect((await growth.post('/account/subaccount', { name: 'Again' })).status).toBe(200);
  });

  it('bounds the properties of each sub account', async () => {
    const growth = await gateway.addAccount('growth');
    for (const properties of [6, -1])
      expect(await growth.post('/account/subaccount', { name: 'x', properties })).toMatchObject({
        status: 402,
        body: { code: 'plan_limit_reached', field: 'properties', limit: 5 },
      });
    const { id } = (await growth.post('/account/subaccount', { name: 'x', properties: 5 })).body;
    expect((await growth.put(`/account/subaccount/${id}`, { properties: 6 })).status).toBe(402);
    expect(await find(id, growth)).toMatchObject({ properties: 5 });
  });
});

describe('SubAccountsController', () => {
  it.each([
    [{}, 'name', 'missing_field'],
    ['', 'name', 'missing_field'],
    [{ name: null }, 'name', 'validation_failed'],
    [{ name: '' }, 'name', 'validation_failed'],
    [{ name: ' \t\n ' }, 'name', 'validation_failed'],
    [{ name: ' \u200b\u3164 ' }, 'name', 'validation_failed'],
    [{ name: 5 }, 'name', 'validation_failed'],
    [{ name: ['x'] }, 'name', 'validation_failed'],
    [{ name: 'x'.repeat(192) }, 'name', 'validation_failed'],
    [{ name: 'x\u0007' }, 'name', 'invalid_value'],
    [{ name: 'x\udc00' }, 'name', 'invalid_value'],
    [{ name: 'x', properties: '5' }, 'properties', 'validation_failed'],
    [{ name: 'x', properties: 1.5 }, 'properties', 'validation_failed'],
    [{ name: 'x', properties: -2 }, 'properties', 'validation_failed'],
    [{ name: 'x', properties: 1_000_001 }, 'properties', 'validation_failed'],
    [{ name: 'x', properties: 1e308 }, 'properties', 'validation_failed'],
    [{ name: 'x', properties: [5] }, 'properties', 'validation_failed'],
    [{ name: 'x', properties: true }, 'properties', 'validation_failed'],
  ])('refuses %j in POST and PUT and stores nothing', async (body, field, code) => {
    const before = await gateway.stored();
    const refusals = [await admin.post('/account/subaccount', body)];
    if (code !== 'missing_field')
      refusals.push(await admin.put(`/account/subaccount/${gateway.mainId}`, body));
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 400, body: { success: false, code, field } });
      expect(refusal.body.msg).toContain(field);
    }
    expect(await gateway.stored()).toBe(before);
  });

  it.each(['0', '-1', '1.5', 'abc', '1e3', '0x1', '99999999999999999999', '%00', '1%20', '%31%2f'])(
    'refuses the id %s',
    async (id) => {
      for (const method of ['PUT', 'DELETE'])
        expect(
          (await admin.send(method, `/account/subaccount/${id}`, { name: 'x' })).status,
        ).toBeGreaterThanOrEqual(400);
    },
  );

  it('returns 404 for a sub account of another account', async () => {
    const other = await gateway.addAccount();
    const { id } = (await other.post('/account/subaccount', { name: 'Theirs' })).body;
    const before = await gateway.stored();
    expect(await admin.put(`/account/subaccount/${id}`, { name: 'Mine' })).toMatchObject({ status: 404 });
    expect(await admin.delete(`/account/subaccount/${id}`)).toMatchObject({ status: 404 });
    expect(await gateway.stored()).toBe(before);
  });
});

describe('a key of a sub account other than the main one', () => {
  it('lists and renames its own sub account, and can do nothing else', async () => {
    const [own, sibling] = [await gateway.addSubAccount('Own'), await gateway.addSubAccount('Sibling')];
    const key = await keyOf(own);
    expect((await key.get('/account/subaccounts')).body).toMatchObject([{ id: own, name: 'Own' }]);
    expect((await key.put(`/account/subaccount/${own}`, { name: 'Renamed' })).status).toBe(200);
    const before = await gateway.stored();
    const refused = [
      await key.put(`/account/subaccount/${own}`, { properties: 100 }),
      await key.delete(`/account/subaccount/${own}`),
      await key.post('/account/subaccount', { name: 'x' }),
      await key.put('/account', { company_name: 'x' }),
      await key.get('/account/audit'),
    ];
    for (const response of refused)
      expect(response).toMatchObject({
        status: 403,
        body: { code: 'forbidden', required: 'main_sub_account' },
      });
    for (const id of [sibling, gateway.mainId]) {
      expect((await key.put(`/account/subaccount/${id}`, { name: 'x' })).status).toBe(404);
      expect((await key.delete(`/account/subaccount/${id}`)).status).toBe(404);
    }
    expect(await gateway.stored()).toBe(before);
    expect((await key.get('/account')).status).toBe(200);
  });
});
