import {
  type AccountsWorld,
  type Api,
  newEmail,
  PASSWORD,
  startAccountsWorld,
} from '../accounts/accounts-world.suite';

let gateway: AccountsWorld;
let admin: Api;

beforeAll(async () => {
  gateway = await startAccountsWorld({ nats: true });
  ({ admin } = gateway);
});
afterAll(async () => gateway.close());

interface Item {
  id: number;
  actor: { type: string; id: number | null; name: string | null };
  action: string;
  target: { type: string; id: number };
  before: object | null;
  after: object | null;
  request_id: string | null;
}

async function newest(api = admin): Promise<Item> {
  return (await api.get('/account/audit?limit=1')).body.items[0];
}

describe('GET /account/audit', () => {
  it('shows the actor, the changed fields before and after, and the request', async () => {
    await admin.put('/account', { company_name: 'Acme' });
    const response = await admin.put('/account', {
      company_name: 'Acme Agency',
      website: 'https://acme.example.com',
    });
    const [bootstrapKey] = (await admin.get('/keys')).body.keys;
    expect(await newest()).toEqual({
      id: expect.any(Number),
      created_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      actor: { type: 'key', id: bootstrapKey.id, name: `Bootstrap key (${admin.key.slice(0, 11)}…)` },
      action: 'account.updated',
      target: { type: 'account', id: expect.any(Number) },
      before: { company_name: 'Acme', website: null },
      after: { company_name: 'Acme Agency', website: 'https://acme.example.com' },
      request_id: response.headers.get('x-request-id'),
      address: '127.0.0.1',
      agent: 'node',
    });
  });

  it('has an item for every kind of change, and never a secret', async () => {
    const secrets = [PASSWORD, 'another good password'];
    const email = newEmail();
    const sub = (await admin.post('/account/subaccount', { name: 'Bakery', properties: 3 })).body.id;
    await admin.put(`/account/subaccount/${sub}`, { name: 'Harbour Bakery' });
    const user = (await admin.post('/users', { email, password: PASSWORD, sub_accounts: [sub] })).body.id;
    await admin.put(`/users/${user}`, { password: secrets[1], role_id: 3 });
    await admin.delete(`/users/${user}`);
    const key = (await admin.post('/keys', { name: 'Website', sub_account_id: sub })).body;
    await admin.delete(`/keys/${key.id}`);
    await admin.delete(`/account/subaccount/${sub}`);
    const { items } = (await admin.get('/account/audit?limit=8')).body as { items: Item[] };
    expect(
      items.toReversed().map(({ action, target, before, after }) => [action, target, before, after]),
    ).toEqual([
      ['sub_account.created', { type: 'sub_account', id: sub }, null, { name: 'Bakery', properties: 3 }],
      [
        'sub_account.updated',
        { type: 'sub_account', id: sub },
        { name: 'Bakery' },
        { name: 'Harbour Bakery' },
      ],
      [
        'user.created',
        { type: 'user', id: user },
        null,
        { email, name: null, role: 'user', sub_accounts: [sub] },
      ],
      ['user.updated', { type: 'user', id: user }, { role: 'user' }, { role: 'editor', password: 'changed' }],
      [
        'user.deleted',
        { type: 'user', id: user },
        { email, name: null, role: 'editor', sub_accounts: [sub] },
        null,
      ],
      [
        'key.created',
        { type: 'key', id: key.id },
        null,
        expect.objectContaining({ name: 'Website', scopes: [] }),
      ],
      ['key.deleted', { type: 'key', id: key.id }, expect.objectContaining({ prefix: key.prefix }), null],
      [
        'sub_account.deleted',
        { type: 'sub_account', id: sub },
        { name: 'Harbour Bakery', properties: 3 },
        null,
      ],
    ]);
    const [{ text }] = (await gateway.world.admin.query<{ text: string }>(
      'select json_agg(a)::text as text from gateway.audit a',
    )) as [{ text: string }];
    for (const secret of [...secrets, key.key, admin.key, '$argon2', 'password_hash'])
      expect(text).not.toContain(secret);
  });

  it('has no item for a refused change', async () => {
    const before = await newest();
    await admin.post('/users', { email: 'x', password: PASSWORD });
    await admin.delete(`/account/subaccount/${gateway.mainId}`);
    await admin.put('/users/999999', { name: 'x' });
    expect(await newest()).toEqual(before);
  });

  it('shows the operator as the actor who created an account', async () => {
    const other = await gateway.addAccount('growth');
    expect(await newest(other)).toMatchObject({
      actor: { type: 'operator', id: null, name: null },
      action: 'account.created',
      before: null,
      after: { company_name: 'Another Agency', plan: 'growth', email: expect.any(String) },
      request_id: null,
    });
  });

  it('returns pages, newest first, with every item once', async () => {
    const other = await gateway.addAccount();
    for (let n = 0; n < 7; n += 1) await other.post('/account/subaccount', { name: `Branch ${n}` });
    const all = (await other.get('/account/audit')).body.items as Item[];
    expect(all).toHaveLength(8);
    const paged: Item[] = [];
    for (let query = '?limit=3'; ;) {
      const { items, next_before_id } = (await other.get(`/account/audit${query}`)).body;
      paged.push(...items);
      if (next_before_id === undefined) break;
      query = `?limit=3&before_id=${next_before_id}`;
    }
    expect(paged).toEqual(all);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((one, two) => two - one));
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=',
    'limit=1.5',
    'before_id=0',
    'before_id=-1',
    'before_id=x',
    'limit=1&limit=2',
    'action=created',
    'action=user.%25',
    'actor_type=robot',
    'actor_id=x',
    'target_type=User',
    'target_id=0',
    'since=yesterday',
    'until=2026-13-01',
  ])('refuses the query %s', async (query) => {
    expect(await admin.get(`/account/audit?${query}`)).toMatchObject({
      status: 400,
      body: { field: query.split('=')[0] },
    });
  });
});

describe('the audit table', () => {
  it.each([
    "update gateway.audit set action = 'x'",
    'delete from gateway.audit',
    'truncate gateway.audit',
    'update gateway.audit set action = action where false',
  ])('refuses the statement "%s"', async (sql) => {
    await expect(gateway.world.admin.query(sql)).rejects.toThrow('only ever added');
  });
});
