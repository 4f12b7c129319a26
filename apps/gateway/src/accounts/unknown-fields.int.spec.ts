import { type AccountsWorld, type Api, newEmail, PASSWORD, startAccountsWorld } from './accounts-world.suite';

let gateway: AccountsWorld;
let admin: Api;
let sub: number;
let user: number;

beforeAll(async () => {
  gateway = await startAccountsWorld();
  ({ admin } = gateway);
  [sub, user] = [await gateway.addSubAccount(), await gateway.addUser()];
});
afterAll(() => gateway.close());

const UNKNOWN = { nobody_knows: { this: ['field'] }, id: 7, account_id: 7, created_on: 'never' };

it.each<[string, () => [string, string, object]]>([
  ['a new user', () => ['POST', '/users', { email: newEmail(), password: PASSWORD }]],
  ['a user', () => ['PUT', `/users/${user}`, { name: 'Noa' }]],
  ['a new key', () => ['POST', '/keys', { name: 'Website' }]],
  ['a new sub account', () => ['POST', '/account/subaccount', { name: 'Bakery' }]],
  ['a sub account', () => ['PUT', `/account/subaccount/${sub}`, { name: 'Harbour' }]],
  ['the account', () => ['PUT', '/account', { company_name: 'Acme' }]],
])('what nobody knows of %s is ignored', async (_what, request) => {
  const [method, path, body] = request();
  const answer = await admin.send(method, path, { ...UNKNOWN, ...body });
  expect([200, 201]).toContain(answer.status);
  expect(await gateway.stored()).not.toMatch(/nobody_knows|never/);
});

it('what nobody knows of a sign-in is ignored', async () => {
  const email = newEmail();
  await gateway.addUser({ email });
  const answer = await admin.post('/login/get_url', { ...UNKNOWN, email, password: PASSWORD });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
});
