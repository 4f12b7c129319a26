import { administer, eventually } from '@plaudit/testing';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { people, type Person } from '../sign-in/people.suite';
import {
  ask,
  cookieOf,
  HOST,
  type PageAnswer,
  signIns,
  startSignInWorld,
} from '../sign-in/sign-in-world.suite';

let gateway: GatewayWorld;
const { sql, callApi, signInByLink, tokenIn, hasSession } = signIns(() => gateway);
const { add, send, signIn, actionsOn } = people(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld();
});
afterAll(() => gateway.close());

const NEW_PASSWORD = 'another password of theirs';
const isSignedIn = (person: { cookie: string }): Promise<boolean> => hasSession(person.cookie);
const inAnotherBrowser = async (person: Person): Promise<Person> => ({
  ...person,
  cookie: cookieOf(await signIn(person)),
});

describe('a change of one’s own password', () => {
  const change = (person: Person, body: object = {}): Promise<PageAnswer> =>
    send(person, 'PUT', '/app/password', {
      current_password: person.password,
      new_password: NEW_PASSWORD,
      ...body,
    });

  it('ends all other sessions and the unused login links, and keeps the browser signed in', async () => {
    const person = await add();
    const elsewhere = await inAnotherBrowser(person);
    const { email, password } = person;
    const link = await callApi('/login/get_url', { email, password });
    const before = { cookie: person.cookie };
    const changed = await change(person);
    expect(changed.json()).toEqual({ success: true });
    expect(await isSignedIn({ cookie: cookieOf(changed) })).toBe(true);
    for (const ended of [elsewhere, before]) expect(await isSignedIn(ended)).toBe(false);
    expect((await signInByLink(tokenIn(link.json().url))).status).toBe(400);
    expect((await signIn(person)).status).toBe(400);
    expect((await signIn({ email, password: NEW_PASSWORD })).status).toBe(200);
    expect(await actionsOn(person)).toContain('user.password_changed');
  });

  it.each([
    [{ current_password: 'not theirs' }, { code: 'invalid_credentials', field: 'current_password' }],
    [{ current_password: undefined }, { code: 'missing_field', field: 'current_password' }],
    [{ new_password: 'short' }, { code: 'weak_password', field: 'new_password' }],
    [{ new_password: 'x'.repeat(257) }, { field: 'new_password' }],
  ])('refuses %j', async (body, expected) => {
    const person = await add();
    const refused = await change(person, body);
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject(expected);
    expect((await signIn(person)).status).toBe(200);
  });

  it('counts wrong passwords as failed sign-ins', async () => {
    const person = await add();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await change(person, { current_password: 'not theirs' })).status).toBe(400);
    expect((await change(person)).json()).toMatchObject({ code: 'rate_limited' });
    expect(await actionsOn(person)).toContain('user.sign_in_refused');
  });

  it('accepts one of two changes that both had the right password, and ends the session of the other', async () => {
    const person = await add();
    await administer(gateway.world.databaseUrl('gateway'), async (admin) => {
      await admin.query('begin');
      await admin.query('select from gateway.accounts for no key update');
      const answers = Promise.all([change(person), change(person)]);
      // Both passwords have been checked when both changes wait for the account.
      await eventually(
        () =>
          sql(
            "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from accounts%for no key update'",
          ),
        ({ length }) => length === 2,
        'both changes to wait for the account',
      );
      await admin.query('commit');
      const [accepted, refused] = (await answers).toSorted((one, other) => one.status - other.status);
      expect([accepted!.status, refused!.status]).toEqual([200, 401]);
      expect(refused!.json()).toMatchObject({ code: 'session_ended' });
    });
  });

  it('is open to users of every role and of single sub accounts', async () => {
    const [sub] = await sql<{ id: number }>(
      `insert into gateway.sub_accounts (account_id, name)
       select min(account_id), 'North' from gateway.sub_accounts where main returning id`,
    );
    const person = await add({ role_id: 2, sub_accounts: [sub!.id] });
    expect((await change(person)).status).toBe(200);
  });
});

describe('one’s own sessions', () => {
  interface Listed {
    id: string;
    agent: string;
    current: boolean;
  }
  const list = async (person: { cookie: string }): Promise<Listed[]> =>
    (await send(person, 'GET', '/app/sessions')).json().sessions as Listed[];

  it('are listed with browser, host and network, and contain no token', async () => {
    const person = await add();
    const answer = await ask(gateway, '/app/session', {
      method: 'POST',
      body: { email: person.email, password: person.password },
      headers: { 'user-agent': 'Firefox on a phone' },
    });
    const listed = await list(person);
    expect(listed).toHaveLength(2);
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(listed.find(({ agent }) => agent === 'Firefox on a phone')).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      created_on: date,
      last_seen_on: date,
      expires_on: date,
      host: HOST,
      network: '127.0.0',
      agent: 'Firefox on a phone',
      current: false,
    });
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    const token = cookieOf(answer).split('=')[1] ?? '';
    expect(JSON.stringify(listed)).not.toContain(token);
  });

  it.each([
    "last_seen_on = last_seen_on - interval '12 hours'",
    "expires_on = expires_on - interval '14 days'",
  ])('are not listed after they expired (%s)', async (change) => {
    const person = await add();
    await sql(`update gateway.sessions set ${change} where user_id = ${person.id}`);
    expect(await list(await inAnotherBrowser(person))).toHaveLength(1);
  });

  it('are ended one by one', async () => {
    const person = await add();
    const elsewhere = await inAnotherBrowser(person);
    const other = (await list(person)).find(({ current }) => !current);
    expect((await send(person, 'DELETE', `/app/sessions/${other!.id}`)).status).toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(person)).toBe(true);
    expect(await actionsOn(person)).toContain('user.session_ended');
    for (const id of [other!.id, 'zz', '1', 'ab'.repeat(32)])
      expect((await send(person, 'DELETE', `/app/sessions/${id}`)).status).toBe(404);
  });

  it('do not include those of others, which cannot be ended', async () => {
    const [person, stranger] = [await add(), await add()];
    const [theirs] = await list(stranger);
    expect((await send(person, 'DELETE', `/app/sessions/${theirs!.id}`)).status).toBe(404);
    expect(await isSignedIn(stranger)).toBe(true);
  });

  it('are all ended by signing out everywhere, with the unused login links', async () => {
    const person = await add();
    const elsewhere = await inAnotherBrowser(person);
    const { email, password } = person;
    const link = await callApi('/login/get_url', { email, password });
    const out = await send(person, 'DELETE', '/app/sessions');
    expect(out.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')]);
    for (const ended of [person, elsewhere]) expect(await isSignedIn(ended)).toBe(false);
    expect((await signInByLink(tokenIn(link.json().url))).status).toBe(400);
    expect(await actionsOn(person)).toContain('user.signed_out_everywhere');
  });
});

describe('signing out everywhere', () => {
  it('also ends the session of a sign-in that is in progress', async () => {
    const person = await add();
    const waiting = async (): Promise<number> => {
      const [row] = await sql<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and usename <> current_user`,
      );
      return row!.count;
    };
    await administer(gateway.world.databaseUrl('gateway'), async (signingIn) => {
      await signingIn.query('begin');
      await signingIn.query('select from gateway.users where id = $1 for share', [person.id]);
      await signingIn.query(
        `insert into gateway.sessions (hash, user_id, host, network, agent, created_on, last_seen_on, expires_on)
         select '\\x00', user_id, host, network, agent, now(), now(), expires_on from gateway.sessions where user_id = $1`,
        [person.id],
      );
      const out = send(person, 'DELETE', '/app/sessions');
      const first = await Promise.race([
        out.then(() => 'answered'),
        eventually(waiting, (count) => count === 1, 'the request to wait for the sign-in').then(
          () => 'waiting',
        ),
      ]);
      await signingIn.query('commit');
      expect((await out).status).toBe(200);
      expect(first).toBe('waiting');
    });
    expect(await sql('select from gateway.sessions where user_id = $1', [person.id])).toEqual([]);
  });
});

describe('the requests of the pages', () => {
  it.each([
    ['GET', '/app/sessions'],
    ['DELETE', '/app/sessions'],
    ['PUT', '/app/password'],
    ['GET', '/app/two_factor'],
    ['POST', '/app/two_factor/start'],
    ['POST', '/app/two_factor/switch_off'],
    ['POST', '/app/two_factor/recovery_codes'],
  ])('refuse %s %s from other sites, without a session and with an API key', async (method, path) => {
    const { cookie } = await add();
    const body =
      method === 'GET' || method === 'DELETE'
        ? undefined
        : { current_password: 'x', new_password: NEW_PASSWORD, name: 'x' };
    const call = (headers: Record<string, string>): Promise<PageAnswer> =>
      ask(gateway, path, { method, body, headers });
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await call({ cookie, 'sec-fetch-site': site })).status).toBe(403);
    for (const headers of [{}, basic(gateway.apiKey)]) {
      const refused = await call(headers);
      expect(refused.status).toBe(401);
      expect(refused.json()).toMatchObject({ code: 'session_ended' });
    }
  });
});
