import {
  type AccountsWorld,
  Api,
  type ApiResponse,
  newEmail,
  PASSWORD,
  startAccountsWorld,
} from './accounts-world.suite';

let gateway: AccountsWorld;
let user: Api;
let narrow: Api;

beforeAll(async () => {
  gateway = await startAccountsWorld();
  user = await gateway.keyFor({ role: 'user' });
  narrow = await gateway.keyFor({ scopes: ['account:manage', 'reviews:read'] });
});
afterAll(async () => gateway.close());

async function idOf(api: Api): Promise<number> {
  const { keys } = (await gateway.admin.get('/keys')).body as { keys: { id: number; prefix: string }[] };
  return keys.find(({ prefix }) => api.key.startsWith(prefix))?.id as number;
}

/** Expects 403 for each request, and that none of them stored anything. */
async function expectRefused(
  required: string | RegExp,
  attempts: (() => Promise<ApiResponse>)[],
): Promise<void> {
  const before = await gateway.stored();
  for (const attempt of attempts)
    expect(await attempt()).toMatchObject({
      status: 403,
      body: { code: 'forbidden', required: expect.stringMatching(required) },
    });
  expect(await gateway.stored()).toBe(before);
}

/** The user, narrowed admin and editor keys must not do this, and the admin key may. */
async function expectAdminOnly(attempt: (api: Api) => Promise<ApiResponse>): Promise<void> {
  const editor = await gateway.keyFor({ role: 'editor' });
  await expectRefused('admin', [() => attempt(user), () => attempt(editor)]);
  await expectRefused('reviews:write', [() => attempt(narrow)]);
  expect((await attempt(gateway.admin)).status).toBe(200);
}

describe('a key without all rights', () => {
  it('cannot delete an admin key', async () => {
    const id = await idOf(await gateway.keyFor());
    await expectAdminOnly((api) => api.delete(`/keys/${id}`));
  });

  it('cannot delete an admin', async () => {
    const id = await gateway.addUser({ role_id: 1 });
    await expectAdminOnly((api) => api.delete(`/users/${id}`));
  });

  it.each([
    ['demote', { role_id: 2 }],
    ['restrict', { sub_accounts: 'main' }],
    ['rename', { name: 'Boss' }],
    ['set the password of', { password: 'taken over by me' }],
  ])('cannot %s an admin', async (_what, patch) => {
    const id = await gateway.addUser({ role_id: 1 });
    const body = 'sub_accounts' in patch ? { sub_accounts: [gateway.mainId] } : patch;
    await expectAdminOnly((api) => api.put(`/users/${id}`, body));
  });

  it('cannot delete a sub account, because admin keys may belong to it', async () => {
    const id = await gateway.addSubAccount();
    await expectAdminOnly((api) => api.delete(`/account/subaccount/${id}`));
  });

  it('cannot set vanity_url, because the next login link of an admin would point there', async () => {
    await expectAdminOnly((api) => api.put('/account', { vanity_url: 'login.example.com' }));
    await expectAdminOnly((api) => api.put('/account', { vanity_url: null }));
  });

  it('cannot switch the API off', async () => {
    const other = await gateway.addAccount();
    const keyOf = async (fields: object): Promise<Api> => {
      const made = await other.post('/keys', { name: 'x', account_management: true, ...fields });
      return new Api(other.url, made.body.key);
    };
    const weak = [
      await keyOf({ role: 'user' }),
      await keyOf({ role: 'admin', scopes: ['account:manage', 'reviews:read'] }),
    ];
    await expectRefused(
      /admin|reviews:write/,
      weak.map((api) => () => api.put('/account', { api_enabled: false })),
    );
    expect((await other.put('/account', { api_enabled: false })).status).toBe(200);
  });

  it('may send the account back as it got it, with another name', async () => {
    const { body } = await user.get('/account');
    expect(
      (await user.put('/account', { ...body, website: undefined, company_name: 'Renamed' })).status,
    ).toBe(200);
  });

  it('manages keys and users that have no more rights than its own', async () => {
    const peer = await gateway.addUser();
    const id = await idOf(await gateway.keyFor({ role: 'user' }));
    expect((await user.put(`/users/${peer}`, { password: 'a new good password', name: 'Peer' })).status).toBe(
      200,
    );
    expect((await user.delete(`/users/${peer}`)).status).toBe(200);
    expect((await user.delete(`/keys/${id}`)).status).toBe(200);
  });

  it('can be a narrowed key that deletes only keys with scopes that it has', async () => {
    const keyOf = async (scopes: string[]): Promise<number> => idOf(await gateway.keyFor({ scopes }));
    const [within, beyond] = [
      await keyOf(['reviews:read']),
      await keyOf(['account:manage', 'reviews:read', 'webhooks:write']),
    ];
    await expectRefused('webhooks:write', [() => narrow.delete(`/keys/${beyond}`)]);
    expect((await narrow.delete(`/keys/${within}`)).status).toBe(200);
  });
});

describe('a key of another sub account than the main one', () => {
  it('cannot reach keys and users of the main sub account, whatever its role', async () => {
    const branch = await gateway.addSubAccount();
    const key = await gateway.keyFor({ sub_account_id: branch });
    const mainKey = await idOf(user);
    const mainUser = await gateway.addUser({ sub_accounts: [gateway.mainId] });
    const before = await gateway.stored();
    for (const attempt of [
      key.delete(`/keys/${mainKey}`),
      key.delete(`/users/${mainUser}`),
      key.put(`/users/${mainUser}`, { password: 'taken over by me' }),
    ])
      expect(await attempt).toMatchObject({ status: 404, body: { code: 'not_found' } });
    await expectRefused('main_sub_account', [
      () => key.post('/keys', { name: 'x', sub_account_id: gateway.mainId }),
      () => key.post('/users', { email: newEmail(), password: PASSWORD, sub_accounts: [gateway.mainId] }),
      () => key.put('/account', { vanity_url: 'login.example.com' }),
      () => key.put('/account', { api_enabled: false }),
      () => key.delete(`/account/subaccount/${branch}`),
    ]);
    expect(await gateway.stored()).toBe(before);
  });
});

describe('an admin key that expires', () => {
  let expiring: Api;
  beforeAll(async () => {
    expiring = await gateway.keyFor({ expires_on: '2999-01-01 00:00:00' });
  });

  it('makes nothing that outlives it, and the error says why', async () => {
    const branch = await gateway.addSubAccount();
    const local = await gateway.addUser({ sub_accounts: [branch] });
    await expectRefused('expires_on', [
      () => expiring.post('/users', { email: newEmail(), password: PASSWORD }),
      () => expiring.put(`/users/${local}`, { password: 'taken over by me' }),
      () => expiring.put(`/users/${local}`, { role_id: 3 }),
      () => expiring.put(`/users/${local}`, { sub_accounts: [] }),
      () => expiring.put(`/users/${local}`, { sub_accounts: [branch, gateway.mainId] }),
      () => expiring.put('/account', { vanity_url: 'mine.example.com' }),
    ]);
    const refused = await expiring.post('/users', { email: newEmail(), password: PASSWORD });
    expect(refused.body.msg).toContain('expires on 2999-01-01 00:00:00');
  });

  it('cannot make them through a key that it makes', async () => {
    const made = await expiring.post('/keys', {
      name: 'child',
      role: 'admin',
      account_management: true,
      expires_on: '2998-01-01',
    });
    const child = new Api(expiring.url, made.body.key);
    await expectRefused('expires_on', [
      () => child.post('/users', { email: newEmail(), password: PASSWORD }),
    ]);
    await expectRefused('expires_on', [
      () => child.post('/keys', { name: 'x' }),
      () => child.post('/keys', { name: 'x', expires_on: '2999-01-01' }),
    ]);
  });

  it('still renames, demotes, restricts and deletes users', async () => {
    const branch = await gateway.addSubAccount();
    const id = await gateway.addUser({ role_id: 1 });
    for (const patch of [{ name: 'Noa' }, { role_id: 2 }, { sub_accounts: [branch] }])
      expect((await expiring.put(`/users/${id}`, patch)).status).toBe(200);
    expect((await expiring.delete(`/users/${id}`)).status).toBe(200);
  });
});
