import { type AccountsWorld, newEmail, PASSWORD, startAccountsWorld } from '../accounts/accounts-world.suite';

let gateway: AccountsWorld;

beforeAll(async () => {
  gateway = await startAccountsWorld({ nats: true });
});
afterAll(async () => gateway.close());

describe('a key that manages users', () => {
  it('adds users only if its role is admin', async () => {
    const before = await gateway.stored();
    for (const role of ['editor', 'user']) {
      const key = await gateway.keyFor({ role });
      const response = await key.post('/users', { email: newEmail(), password: PASSWORD });
      expect(response).toMatchObject({ status: 403, body: { code: 'forbidden', required: 'admin' } });
    }
    expect((await gateway.stored()).match(/"email"/g)).toEqual(before.match(/"email"/g));
  });

  it('cannot give more rights than its own, nor set the password of a user who has more', async () => {
    const key = await gateway.keyFor({ role: 'user' });
    const boss = await gateway.addUser({ role_id: 1 });
    const peer = await gateway.addUser({ role_id: 2 });
    const before = await gateway.stored();
    for (const [id, patch] of [
      [peer, { role_id: 1 }],
      [peer, { role_id: 3 }],
      [boss, { password: 'taken over by me' }],
      [boss, { name: 'Boss' }],
    ] as const)
      expect(await key.put(`/users/${id}`, patch)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    expect(await gateway.stored()).toBe(before);
    expect((await key.put(`/users/${peer}`, { password: 'a new good password' })).status).toBe(200);
    expect((await key.delete(`/users/${peer}`)).status).toBe(200);
  });

  it('cannot add an admin or take over one if its scopes are restricted', async () => {
    const [plain, boss, branch] = [
      await gateway.addUser(),
      await gateway.addUser({ role_id: 1 }),
      await gateway.addSubAccount(),
    ];
    const local = await gateway.addUser({ role_id: 1, sub_accounts: [branch] });
    const key = await gateway.keyFor({ scopes: ['account:manage', 'reviews:read'] });
    const refusal = { status: 403, body: { code: 'forbidden', required: 'reviews:write' } };
    const before = await gateway.stored();
    for (const [id, patch] of [
      [plain, { role_id: 1 }],
      [boss, { password: 'taken over by me' }],
      [boss, { password: 'taken over by me', role_id: 2 }],
      [local, { sub_accounts: [] }],
    ] as const)
      expect(await key.put(`/users/${id}`, patch)).toMatchObject(refusal);
    const fields = { email: newEmail(), password: PASSWORD };
    expect(await key.post('/users', { ...fields, role_id: 1 })).toMatchObject(refusal);
    expect(await gateway.stored()).toBe(before);
    expect((await key.post('/users', fields)).status).toBe(200);
  });

  it('cannot give more sub accounts to a user with more rights than its own', async () => {
    const branch = await gateway.addSubAccount();
    const local = await gateway.addUser({ role_id: 1, sub_accounts: [branch] });
    const key = await gateway.keyFor({ role: 'editor' });
    expect(await key.put(`/users/${local}`, { sub_accounts: [] })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', required: 'admin' },
    });
  });

  it('manages only the users of its own sub account unless that is the main one', async () => {
    const [own, sibling] = [await gateway.addSubAccount(), await gateway.addSubAccount()];
    const key = await gateway.keyFor({ sub_account_id: own });
    const mine = (await key.post('/users', { email: newEmail(), password: PASSWORD, sub_accounts: [own] }))
      .body.id;
    const others = [
      await gateway.addUser(),
      await gateway.addUser({ sub_accounts: [sibling] }),
      await gateway.addUser({ sub_accounts: [own, sibling] }),
    ];
    expect((await key.get('/users/get')).body.map(({ id }: { id: number }) => id)).toEqual([mine]);
    const before = await gateway.stored();
    for (const id of others) {
      expect((await key.get(`/users/${id}`)).status).toBe(404);
      expect((await key.put(`/users/${id}`, { name: 'x' })).status).toBe(404);
      expect((await key.delete(`/users/${id}`)).status).toBe(404);
    }
    for (const sub_accounts of [[], [sibling], [own, sibling]]) {
      expect((await key.post('/users', { email: newEmail(), password: PASSWORD, sub_accounts })).status).toBe(
        403,
      );
      expect((await key.put(`/users/${mine}`, { sub_accounts })).status).toBe(403);
    }
    expect(await gateway.stored()).toBe(before);
  });

  it('adds users of its own sub account unless it names others, and of the whole account if that is the main one', async () => {
    const own = await gateway.addSubAccount();
    const user = { email: newEmail(), password: PASSWORD };
    const key = await gateway.keyFor({ sub_account_id: own });
    const { id } = (await key.post('/users', user)).body;
    expect((await key.get(`/users/${id}`)).body.sub_accounts).toEqual([own]);
    const other = (await gateway.admin.post('/users', { ...user, email: newEmail() })).body.id;
    expect((await gateway.admin.get(`/users/${other}`)).body.sub_accounts).toEqual([]);
  });
});
