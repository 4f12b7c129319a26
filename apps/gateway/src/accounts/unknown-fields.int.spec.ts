import { type AccountsWorld, type Api, newEmail, PASSWORD, startAccountsWorld } from './accounts-world.suite';

let gateway: AccountsWorld;
let admin: Api;
let sub: number;
let user: number;
let key: number;

beforeAll(async () => {
  gateway = await startAccountsWorld();
  ({ admin } = gateway);
  [sub, user] = [await gateway.addSubAccount(), await gateway.addUser()];
  key = (await admin.post('/keys', { name: 'x' })).body.id;
});
afterAll(() => gateway.close());

const UNKNOWN = {
  unknown_field: { this: ['field'] },
  id: 7,
  account_id: 7,
  main: true,
  created_on: 'never',
  deleted_at: 'never',
  plan: 'never',
  limits: { users: 'never' },
  password_hash: 'never',
  hash: 'never',
  prefix: 'never',
  created_by: { type: 'never' },
  created_by_type: 'never',
};

describe('an unknown body field', () => {
  it.each<[string, () => [string, string, object]]>([
    ['POST /users', () => ['POST', '/users', { email: newEmail(), password: PASSWORD }]],
    ['PUT /users/{id}', () => ['PUT', `/users/${user}`, { name: 'Noa' }]],
    ['POST /keys', () => ['POST', '/keys', { name: 'Website' }]],
    ['PUT /keys/{id}', () => ['PUT', `/keys/${key}`, { name: 'Website', role: 'user' }]],
    ['POST /account/subaccount', () => ['POST', '/account/subaccount', { name: 'Bakery' }]],
    ['PUT /account/subaccount/{id}', () => ['PUT', `/account/subaccount/${sub}`, { name: 'Harbour' }]],
    ['PUT /account', () => ['PUT', '/account', { company_name: 'Acme' }]],
  ])('is ignored by %s', async (_operation, request) => {
    const [method, path, body] = request();
    const response = await admin.send(method, path, { ...UNKNOWN, ...body });
    expect([200, 201]).toContain(response.status);
    expect(await gateway.stored()).not.toMatch(/unknown_field|never/);
  });

  it('is ignored by POST /login/get_url', async () => {
    const email = newEmail();
    await gateway.addUser({ email });
    const response = await admin.post('/login/get_url', { ...UNKNOWN, email, password: PASSWORD });
    expect(response).toMatchObject({ status: 200, body: { success: true } });
  });
});
