import { type AccountsWorld, type Api, PASSWORD, startAccountsWorld } from '../accounts/accounts-world.suite';

let gateway: AccountsWorld;
let admin: Api;

beforeAll(async () => {
  gateway = await startAccountsWorld();
  ({ admin } = gateway);
});
afterAll(async () => gateway.close());

describe('UsersController', () => {
  const valid = { email: 'new@example.com', password: PASSWORD };

  it.each([
    [{ password: PASSWORD }, 'email', 'missing_field'],
    [{ email: valid.email }, 'password', 'missing_field'],
    [{ ...valid, email: null }, 'email', 'validation_failed'],
    [{ ...valid, email: '' }, 'email', 'validation_failed'],
    [{ ...valid, email: 'nobody' }, 'email', 'validation_failed'],
    [{ ...valid, email: 'a@b@example.com' }, 'email', 'validation_failed'],
    [{ ...valid, email: 'Noa <noa@example.com>' }, 'email', 'validation_failed'],
    [{ ...valid, email: ' noa@example.com' }, 'email', 'validation_failed'],
    [{ ...valid, email: 'noa@example.com\r\nBcc: x@example.com' }, 'email', 'validation_failed'],
    [{ ...valid, email: `${'x'.repeat(250)}@example.com` }, 'email', 'validation_failed'],
    [{ ...valid, email: ['noa@example.com'] }, 'email', 'validation_failed'],
    [{ ...valid, email: { $ne: null } }, 'email', 'validation_failed'],
    [{ ...valid, email: 'noa\u0000@example.com' }, 'email', 'invalid_value'],
  ])('refuses %j in POST and stores nothing', async (body, field, code) => {
    const before = await gateway.stored();
    const response = await admin.post('/users', body);
    expect(response).toMatchObject({ status: 400, body: { success: false, code, field } });
    expect(response.body.msg).toContain(field);
    expect(await gateway.stored()).toBe(before);
  });

  it.each([
    [{ password: '' }, 'password', 'weak_password'],
    [{ password: 'nine char' }, 'password', 'weak_password'],
    [{ password: 'e\u0301'.repeat(9) }, 'password', 'weak_password'],
    [{ password: 1234567890 }, 'password', 'validation_failed'],
    [{ password: null }, 'password', 'validation_failed'],
    [{ password: ['correct horse'] }, 'password', 'validation_failed'],
    [{ password: 'x'.repeat(257) }, 'password', 'validation_failed'],
    [{ name: '' }, 'name', 'validation_failed'],
    [{ name: '  ' }, 'name', 'validation_failed'],
    [{ name: 5 }, 'name', 'validation_failed'],
    [{ name: 'x'.repeat(192) }, 'name', 'validation_failed'],
    [{ role_id: 0 }, 'role_id', 'validation_failed'],
    [{ role_id: 4 }, 'role_id', 'validation_failed'],
    [{ role_id: '1' }, 'role_id', 'validation_failed'],
    [{ role_id: [1] }, 'role_id', 'validation_failed'],
    [{ role_id: null }, 'role_id', 'validation_failed'],
    [{ role_id: 'admin' }, 'role_id', 'validation_failed'],
    [{ sub_accounts: null }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: '1' }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: { 0: 1 } }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: ['1'] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [null] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [[1]] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [0] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [-1] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [1.5] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [2 ** 53] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [1e300] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: Array.from({ length: 1_001 }, (_, n) => n + 1) }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [Number.MAX_SAFE_INTEGER] }, 'sub_accounts', 'invalid_value'],
  ])('refuses %j in POST and PUT and stores nothing', async (fields, field, code) => {
    const [first] = (await admin.get('/users/get')).body;
    const before = await gateway.stored();
    for (const response of [
      await admin.post('/users', { ...valid, ...fields }),
      await admin.put(`/users/${first.id}`, fields),
    ]) {
      expect(response).toMatchObject({ status: 400, body: { success: false, code, field } });
      expect(response.body.msg).toContain(field);
    }
    expect(await gateway.stored()).toBe(before);
  });

  it('refuses sub accounts that were deleted or belong to another account', async () => {
    const other = await gateway.addAccount();
    const [foreign] = (await other.get('/account/subaccounts')).body;
    const gone = await gateway.addSubAccount();
    const id = await gateway.addUser();
    await admin.delete(`/account/subaccount/${gone}`);
    const before = await gateway.stored();
    for (const sub_accounts of [[gone], [foreign.id], [gateway.mainId, foreign.id]])
      for (const response of [
        await admin.post('/users', { ...valid, sub_accounts }),
        await admin.put(`/users/${id}`, { sub_accounts }),
      ])
        expect(response).toMatchObject({
          status: 400,
          body: { code: 'invalid_value', field: 'sub_accounts' },
        });
    expect(await gateway.stored()).toBe(before);
  });

  it.each(['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999'])('refuses the id %s', async (id) => {
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await admin.send(method, `/users/${id}`, method === 'PUT' ? {} : undefined)).toMatchObject({
        status: 400,
        body: { code: 'invalid_value', field: 'id' },
      });
  });
});
