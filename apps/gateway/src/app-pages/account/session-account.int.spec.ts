import { basic, type GatewayWorld } from '../../gateway-world.suite';
import { people, type Person, type ProtectedPerson } from '../../sign-in/people.suite';
import { ask, cookieOf, type PageAnswer, signIns, startSignInWorld } from '../../sign-in/sign-in-world.suite';

let gateway: GatewayWorld;
const { sql, callApi, signInByLink, tokenIn } = signIns(() => gateway);
const { add, addProtected, send, signIn, protect, code } = people(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld();
});
afterAll(() => gateway.close());

const hello = async (): Promise<number> =>
  (await ask(gateway, '/public/v1/hello', { headers: basic(gateway.apiKey) })).status;
const change = (person: Person, body: object): Promise<PageAnswer> =>
  send(person, 'PUT', '/app/account', body);
const switches = async (): Promise<object[]> =>
  sql('select api_enabled, require_two_factor from gateway.accounts order by id limit 1');
const callAccount = (method: string, apiKey: string, body?: object): Promise<PageAnswer> =>
  ask(gateway, '/public/v1/account', { method, headers: basic(apiKey), body });

describe('the page of the account', () => {
  it('switches the API off and on again', async () => {
    const admin = await add();
    expect((await change(admin, { api_enabled: false, password: admin.password })).json()).toEqual({
      success: true,
    });
    expect(await hello()).toBe(401);
    expect((await send(admin, 'GET', '/app/account')).text).toContain('Switch the API on');
    expect((await change(admin, { api_enabled: true, password: admin.password })).json()).toEqual({
      success: true,
    });
    expect(await hello()).toBe(200);
    const rows = await sql<{ actor_id: number; after: object }>(
      `select actor_id, after from gateway.audit where action = 'account.updated' order by id desc limit 2`,
    );
    expect(rows).toEqual([
      { actor_id: admin.id, after: { api_enabled: true } },
      { actor_id: admin.id, after: { api_enabled: false } },
    ]);
  });

  it.each<[string, () => Promise<object>]>([
    ['an editor', async () => ({ role_id: 3 })],
    [
      'an admin of single sub accounts',
      async () => {
        const [sub] = await sql<{ id: number }>(
          `insert into gateway.sub_accounts (account_id, name)
           select min(account_id), 'North' from gateway.sub_accounts where main returning id`,
        );
        return { sub_accounts: [sub!.id] };
      },
    ],
  ])('is closed to %s', async (_who, fields) => {
    const person = await add(await fields());
    const page = await send(person, 'GET', '/app/account');
    expect(page.headers.location).toBe('/app/keys');
    expect((await send(person, 'GET', '/app/keys')).text).not.toContain('/app/account');
    const refused = await change(person, { api_enabled: false });
    expect(refused.json()).toMatchObject({ code: 'forbidden', required: 'admin' });
    expect(await hello()).toBe(200);
  });
});

describe('two-factor sign-in that the account requires of admins', () => {
  let owner: ProtectedPerson;
  beforeEach(async () => {
    owner = await addProtected();
  });
  afterEach(async () => {
    await sql('update gateway.accounts set require_two_factor = false');
  });
  const require = (): Promise<PageAnswer> => change(owner, { require_two_factor: true });

  it('is switched on by an admin who has it, and not by one who does not', async () => {
    const refused = await change(await add(), { require_two_factor: true });
    expect(refused.json()).toMatchObject({ code: 'forbidden', field: 'require_two_factor' });
    expect((await require()).json()).toEqual({ success: true });
    expect((await callAccount('GET', gateway.apiKey)).json()).toMatchObject({ require_two_factor: true });
  });

  it('is switched off, and the API off and on, with the password and the code only', async () => {
    await require();
    const { password } = owner;
    const before = await switches();
    for (const wanted of [{ require_two_factor: false }, { api_enabled: false }, { api_enabled: true }])
      for (const [proof, refusal] of [
        [{}, { code: 'missing_field', field: 'password' }],
        [{ password: 'not mine' }, { code: 'invalid_credentials', field: 'password' }],
        [{ password }, { code: 'two_factor_required' }],
        [
          { password, code: '000000' },
          { code: 'invalid_credentials', field: 'code' },
        ],
      ] as const)
        expect((await change(owner, { ...wanted, ...proof })).json()).toMatchObject(refusal);
    expect(await switches()).toEqual(before);
    const off = await change(owner, { require_two_factor: false, password, code: await code(owner) });
    expect(off.json()).toEqual({ success: true });
    expect(await switches()).toMatchObject([{ api_enabled: true, require_two_factor: false }]);
  });

  it('is switched by admin keys of the main sub account only, which go on working without a code', async () => {
    const userKey = await gateway.addKey({ role: 'user', accountManagement: true });
    const refused = await callAccount('PUT', userKey, { require_two_factor: true });
    expect(refused.status).toBe(403);
    expect((await callAccount('PUT', gateway.apiKey, { require_two_factor: true })).status).toBe(200);
    expect(await hello()).toBe(200);
  });

  it('leaves an admin without it nothing but the setup, in old and new sessions', async () => {
    const admin = await add();
    await require();
    for (const person of [admin, { ...admin, cookie: cookieOf(await signIn(admin)) }]) {
      for (const path of ['/app/keys', '/app/account'])
        expect((await send(person, 'GET', path)).headers.location).toBe('/app/security');
      const page = await send(person, 'GET', '/app/security');
      expect(page.text).toContain('Set it up to continue');
      expect(page.text).not.toMatch(/id="password"|data-session|href="\/app\/(keys|account)"/);
      const requests: [string, string, object?][] = [
        ['POST', '/app/keys', { name: 'Mine' }],
        ['DELETE', '/app/keys/1'],
        ['PUT', '/app/account', { require_two_factor: false }],
        ['GET', '/app/sessions'],
        ['DELETE', '/app/sessions'],
        ['PUT', '/app/password', { current_password: admin.password, new_password: 'a longer password' }],
      ];
      for (const [method, path, body] of requests) {
        const refused = await send(person, method, path, body);
        expect([path, refused.status, refused.json()]).toMatchObject([path, 403, { required: 'two_factor' }]);
      }
    }
    const { email, password } = admin;
    const link = await callApi('/login/get_url', { email, password });
    expect(link.json()).toMatchObject({ code: 'forbidden', required: 'two_factor' });
    await protect(admin);
    expect((await send(admin, 'GET', '/app/keys')).status).toBe(200);
    expect((await send(admin, 'POST', '/app/keys', { name: 'Mine' })).status).toBe(200);
  });

  it('also limits the session of a link that was made before', async () => {
    const { email, password } = await add();
    const link = await callApi('/login/get_url', { email, password });
    await require();
    const cookie = cookieOf(await signInByLink(tokenIn(link.json().url)));
    expect((await send({ cookie }, 'GET', '/app/keys')).headers.location).toBe('/app/security');
  });

  it('does not limit users who are not admins', async () => {
    await require();
    const editor = await add({ role_id: 3 });
    expect((await send(editor, 'GET', '/app/sessions')).status).toBe(200);
    const { email, password } = editor;
    expect((await callApi('/login/get_url', { email, password })).status).toBe(200);
  });
});
