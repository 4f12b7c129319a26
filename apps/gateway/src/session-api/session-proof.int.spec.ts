import type { GatewayWorld } from '../gateway-world.suite';
import { people, type Person } from '../sign-in/people.suite';
import { ask, cookieOf, type PageAnswer, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import { sessionApi } from './session-api.suite';

let gateway: GatewayWorld;
const { sql, signInByLink, callApi, tokenIn } = signIns(() => gateway);
const team = people(() => gateway);
const { send, addSubAccount } = sessionApi(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld();
});
afterAll(() => gateway.close());

const codeOf = (answer: PageAnswer): unknown => (answer.status < 300 ? 'success' : answer.json().code);
const prove = (person: Person, proof: object): Promise<PageAnswer> =>
  team.send(person, 'POST', '/app/session/proof', proof);
const describeSession = async (cookie: string): Promise<Record<string, unknown>> =>
  (await ask(gateway, '/app/session', { headers: { cookie } })).json();

/** Makes the last proof of this user ten minutes old. */
const age = (person: Person): Promise<object[]> =>
  sql("update gateway.sessions set proved_on = now() - interval '10 minutes' where user_id = $1", [
    person.id,
  ]);

describe('a proof of the password', () => {
  let admin: Person;
  let target: Person;
  let key: { id: number };
  let branch: number;

  beforeEach(async () => {
    admin = await team.add();
    target = await team.add({ role_id: 2 });
    key = (
      await callApi('/keys', {
        name: 'Till',
        role: 'user',
        expires_on: '2099-01-31 18:00:00',
        allowed_ips: ['192.0.2.0/24'],
      })
    ).json() as typeof key;
    branch = await addSubAccount('Branch');
    await age(admin);
  });

  /** What a stolen session must not do. */
  const changes: [string, () => [string, string, object?]][] = [
    ['a key of an admin', () => ['POST', '/keys', { name: 'Mine', role: 'admin' }]],
    ['a key with account management', () => ['POST', '/keys', { name: 'Mine', account_management: true }]],
    ['a key with the fewest rights', () => ['POST', '/keys', { name: 'Mine', scopes: ['reviews:read'] }]],
    ['a key that never expires', () => ['PUT', `/keys/${key.id}`, { expires_on: null }]],
    ['a key that expires later', () => ['PUT', `/keys/${key.id}`, { expires_on: '2099-02-01' }]],
    ['a key that works from everywhere', () => ['PUT', `/keys/${key.id}`, { allowed_ips: [] }]],
    [
      'a key that works from another address',
      () => ['PUT', `/keys/${key.id}`, { allowed_ips: ['192.0.2.0/24', '198.51.100.7'] }],
    ],
    ['the end of a key', () => ['DELETE', `/keys/${key.id}`]],
    ['the end of a sub account', () => ['DELETE', `/account/subaccount/${branch}`]],
    [
      'another user of any role',
      () => [
        'POST',
        '/users',
        { email: `${admin.id}@example.net`, password: 'a password of theirs', role_id: 3 },
      ],
    ],
    [
      'another admin',
      () => [
        'POST',
        '/users',
        { email: `${admin.id}@example.org`, password: 'a password of theirs', role_id: 1 },
      ],
    ],
    ['the password of a user', () => ['PUT', `/users/${target.id}`, { password: 'another password' }]],
    ['the role of a user', () => ['PUT', `/users/${target.id}`, { role_id: 3 }]],
    ['their own password', () => ['PUT', `/users/${admin.id}`, { password: 'another password' }]],
    ['the end of a user', () => ['DELETE', `/users/${target.id}`]],
    ['a new sign-in domain', () => ['PUT', '/account', { vanity_url: `d${admin.id}.example.org` }]],
    ['the end of the API', () => ['PUT', '/account', { api_enabled: false }]],
  ];

  it.each(changes)('is needed for %s, and lasts for ten minutes', async (_what, change) => {
    const [method, path, body] = change();
    const attempt = (): Promise<PageAnswer> => send(method, path, { cookie: admin.cookie, body });
    const refused = await attempt();
    expect([refused.status, codeOf(refused)]).toEqual([403, 'proof_required']);
    expect((await prove(admin, { password: admin.password })).status).toBe(200);
    expect(codeOf(await attempt())).toBe('success');
    await sql('update gateway.accounts set api_enabled = true, vanity_url = null');
  });

  it('is not needed for what changes nobody’s access or can be undone by any admin', async () => {
    for (const [method, path, body] of [
      ['PUT', `/keys/${key.id}`, { name: 'Shop', expires_on: '2099-01-30', allowed_ips: ['192.0.2.7'] }],
      ['POST', '/account/subaccount', { name: 'South' }],
      ['PUT', `/account/subaccount/${branch}`, { name: 'East' }],
      ['PUT', `/users/${target.id}`, { name: 'Ida' }],
      ['PUT', '/account', { company_name: 'Acme Agency', api_enabled: true }],
    ] as const)
      expect(codeOf(await send(method, path, { cookie: admin.cookie, body }))).toBe('success');
  });

  it('is needed to switch the two-factor sign-in of a user off, and the rule for admins', async () => {
    const guarded = await team.addProtected();
    const careful = await team.addProtected();
    await age(careful);
    const reset = (): Promise<PageAnswer> =>
      send('DELETE', `/users/${guarded.id}/two_factor`, { cookie: careful.cookie });
    const rule = (on: boolean): Promise<PageAnswer> =>
      send('PUT', '/account', { cookie: careful.cookie, body: { require_two_factor: on } });
    expect([codeOf(await rule(true)), codeOf(await rule(false)), codeOf(await reset())]).toEqual([
      'success',
      'proof_required',
      'proof_required',
    ]);
    const code = await team.code(careful);
    expect(codeOf(await prove(careful, { password: careful.password }))).toBe('two_factor_required');
    expect(codeOf(await prove(careful, { password: careful.password, code }))).toBe('success');
    expect([codeOf(await rule(false)), codeOf(await reset())]).toEqual(['success', 'success']);
  });

  it('is no reason to let an admin without two-factor sign-in require it of all', async () => {
    await prove(admin, { password: admin.password });
    const answer = await send('PUT', '/account', {
      cookie: admin.cookie,
      body: { require_two_factor: true },
    });
    expect([answer.status, answer.json()]).toEqual([
      403,
      expect.objectContaining({ field: 'require_two_factor', required: 'two_factor' }),
    ]);
  });

  it('is not needed by a key, which proves itself with every request', async () => {
    expect((await callApi('/keys', { name: 'Made by a key', role: 'admin' })).status).toBe(201);
  });

  it('is refused with a wrong password, which counts as a failed sign-in', async () => {
    expect(codeOf(await prove(admin, { password: 'not mine' }))).toBe('invalid_credentials');
    expect(await team.actionsOn(admin)).toContain('user.sign_in_refused');
    for (let tries = 1; tries < 5; tries += 1) await prove(admin, { password: 'not mine' });
    expect((await prove(admin, { password: admin.password })).status).toBe(429);
    expect(codeOf(await send('DELETE', `/users/${target.id}`, { cookie: admin.cookie }))).toBe(
      'proof_required',
    );
  });

  it('is refused without a session and from other sites', async () => {
    const body = { password: admin.password };
    expect((await ask(gateway, '/app/session/proof', { method: 'POST', body })).status).toBe(401);
    const headers = { cookie: admin.cookie, 'sec-fetch-site': 'cross-site' };
    expect((await ask(gateway, '/app/session/proof', { method: 'POST', body, headers })).status).toBe(403);
  });

  it('comes with a sign-in by password, and not with one by link', async () => {
    const fresh = await team.add();
    const request = { cookie: fresh.cookie, body: { name: 'Mine', role: 'admin' } };
    expect(codeOf(await send('POST', '/keys', request))).toBe('success');
    const link = await callApi('/login/get_url', { email: fresh.email, password: fresh.password });
    const cookie = cookieOf(await signInByLink(tokenIn(link.json().url)));
    expect(codeOf(await send('POST', '/keys', { ...request, cookie }))).toBe('proof_required');
  });

  it('leaves no entry about a refused right in the audit log when it is missing', async () => {
    await send('DELETE', `/users/${target.id}`, { cookie: admin.cookie });
    const entries = await sql(
      "select 1 from gateway.audit where action = 'access.refused' and actor_id = $1",
      [admin.id],
    );
    expect(entries).toEqual([]);
  });
});

describe('GET /app/session', () => {
  it('describes the user, the account and the proof, and nothing without a session', async () => {
    const person = await team.add({ name: 'Ida' });
    const { session } = await describeSession(person.cookie);
    expect(session).toEqual({
      user: {
        id: person.id,
        name: 'Ida',
        email: person.email,
        role: 'admin',
        two_factor: false,
        language: null,
        time_zone: null,
      },
      account: { id: 1, name: expect.any(String) },
      scopes: expect.arrayContaining(['reviews:read', 'account:manage']),
      main: true,
      sub_account_id: 1,
      sub_account_count: expect.any(Number),
      must_set_up_two_factor: false,
      has_mailbox: false,
      api_enabled: true,
      proved_until: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    await age(person);
    expect(await describeSession(person.cookie)).toMatchObject({ session: { proved_until: null } });
    expect(await describeSession('')).toEqual({ success: true, session: null });
    expect(await describeSession('__Host-sid=forged')).toEqual({ success: true, session: null });
  });

  it('names the first sub account that a limited user may enter, and lists only these', async () => {
    const [north, south] = [await addSubAccount('North'), await addSubAccount('South')];
    const person = await team.add({ role_id: 3, sub_accounts: [south, north] });
    expect(await describeSession(person.cookie)).toMatchObject({
      session: { main: false, sub_account_id: north, sub_account_count: 2 },
    });
    const list = async (query: string): Promise<object> =>
      (await team.send(person, 'GET', `/app/session/sub_accounts${query}`)).json();
    const [one, other] = [
      { id: north, name: 'North', main: false, channels: 0 },
      { id: south, name: 'South', main: false, channels: 0 },
    ];
    expect(await list('')).toEqual({ success: true, items: [one, other], next_cursor: null });
    expect(await list('?limit=1')).toEqual({ success: true, items: [one], next_cursor: north });
    expect(await list(`?cursor=${north}`)).toMatchObject({ items: [other] });
    expect(await list('?q=sou')).toMatchObject({ items: [other] });
    expect(await list('?limit=0')).toMatchObject({ success: false, code: 'validation_failed' });
  });

  it('is refused to other sites, and tells an admin who must set up two-factor sign-in so', async () => {
    const person = await team.add();
    const headers = { cookie: person.cookie, 'sec-fetch-site': 'same-site' };
    expect((await ask(gateway, '/app/session', { headers })).status).toBe(403);
    await sql('update gateway.accounts set require_two_factor = true where id = 1');
    const { session } = await describeSession(person.cookie);
    const list = await team.send(person, 'GET', '/app/session/sub_accounts');
    await sql('update gateway.accounts set require_two_factor = false where id = 1');
    expect(session).toMatchObject({ must_set_up_two_factor: true });
    expect(list.status).toBe(403);
  });
});

describe('a sign-in with remember', () => {
  it('keeps the user signed in for 30 days, also after the browser was closed', async () => {
    const { email, password, id } = await team.add();
    const body = { email, password, remember: true };
    const answer = await ask(gateway, '/app/session', { method: 'POST', body });
    const [cookie] = [answer.headers['set-cookie']].flat();
    expect(cookie).toContain('; Max-Age=2592000');
    await sql(
      "update gateway.sessions set last_seen_on = now() - interval '29 days' where user_id = $1 and remembered",
      [id],
    );
    expect(await describeSession(cookieOf(answer))).toMatchObject({ session: { user: { id } } });
    await sql("update gateway.sessions set last_seen_on = now() - interval '30 days' where user_id = $1", [
      id,
    ]);
    expect(await describeSession(cookieOf(answer))).toEqual({ success: true, session: null });
  });

  it('is needed for a cookie that outlives the browser', async () => {
    const { email, password } = await team.add();
    const [cookie] = [(await team.signIn({ email, password })).headers['set-cookie']].flat();
    expect(cookie).not.toContain('Max-Age');
    const wrong = await ask(gateway, '/app/session', {
      method: 'POST',
      body: { email, password, remember: 'yes' },
    });
    expect(wrong.json()).toMatchObject({ code: 'validation_failed', field: 'remember' });
  });
});

describe('the dashboard', () => {
  it('is replaced by a page that says so if it was not built', async () => {
    const page = await ask(gateway, '/app/reviews', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers['cache-control']]).toEqual([503, 'no-store']);
    expect(page.text).toContain('The dashboard was not built');
  });
});
