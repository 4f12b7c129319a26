import { Database } from '@plaudit/database';
import { administer, type Administration, eventually, runWhole } from '@plaudit/testing';
import { type GatewayWorld, basic } from '../gateway-world.suite';
import { hashPassword } from '../users/password';
import {
  ask,
  cookieOf,
  OWNER,
  type PageAnswer,
  signIns,
  startSignInWorld,
  HOST,
} from './sign-in-world.suite';
import { SignInAttemptsRepository } from './sign-in-attempts.repository';
import { SignInRepository } from './sign-in.repository';
import { Api, newEmail, PASSWORD } from '../accounts/accounts-world.suite';
import { keyAttempt, MovedClock, pageAttempt, type Replica, startReplica } from './replica.suite';
import type { SignInAttempt } from './sign-in-throttle.service';
import { openGatewayDatabase } from '../gateway-database.suite';

describe('sign in', () => {
  let gateway: GatewayWorld;

  const { sql, callApi, anotherAccount, signInByPassword, signInByLink, tokenIn } = signIns(() => gateway);

  beforeAll(async () => {
    gateway = await startSignInWorld();
  });

  afterAll(() => gateway.close());

  describe('sign-in by password', () => {
    it('starts a session whose token is neither in the database nor in the logs', async () => {
      const entered = await signInByPassword();
      expect(entered.status).toBe(200);
      const token = cookieOf(entered).split('=')[1]!;
      const [stored] = await sql<{ rows: string }>(
        'select string_agg(s::text, chr(10)) as rows from gateway.sessions s',
      );
      expect(stored!.rows).not.toContain(token);
      expect(JSON.stringify(gateway.world.logs.lines)).not.toContain(token);
      expect(JSON.stringify(gateway.world.logs.lines)).not.toContain(OWNER.password);
    });

    it('ignores blanks and invisible characters around the email', async () => {
      const email = `\u200b\u202a${OWNER.email}\u202c\u00a0`;
      expect((await signInByPassword({ ...OWNER, email })).status).toBe(200);
    });

    it('refuses a wrong password and sets no cookie', async () => {
      const refused = await signInByPassword({ ...OWNER, password: 'wrong' });
      expect(refused.status).toBe(400);
      expect(refused.headers['set-cookie']).toBeUndefined();
    });

    it('limits failed attempts of one address over all emails and does not count successful ones', async () => {
      const other = await startSignInWorld({ TRUSTED_PROXIES: '127.0.0.0/8' });
      const from = (address: string, body: object): Promise<PageAnswer> =>
        ask(other, '/app/session', { method: 'POST', body, headers: { 'x-forwarded-for': address } });
      const guess = (round: number): object => ({ email: `guess-${round}@example.com`, password: 'wrong' });
      for (let round = 0; round < 4; round += 1) {
        const rounds = Array.from({ length: 13 }, (_, at) => round * 13 + at);
        const answers = await Promise.all(
          // Each guess comes from another address of the same /64, which belongs to one subscriber.
          rounds.map((at) => from(`2001:db8:0:7::${at.toString(16)}`, guess(at))),
        );
        const refused = answers.filter(({ status }) => status === 429);
        expect(refused).toHaveLength(round < 3 ? 0 : 2);
      }
      expect((await from('2001:db8:0:7::1', OWNER)).status).toBe(429);
      expect((await from('2001:db8:0:8::1', OWNER)).status).toBe(200);
      for (let round = 0; round < 11; round += 1) {
        const answers = await Promise.all(Array.from({ length: 5 }, () => from('203.0.113.1', OWNER)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      }
      await other.close();
    });

    it('limits failed attempts for one email, as the API does', async () => {
      const body = { email: 'guessed@example.com', password: 'wrong' };
      for (let round = 0; round < 5; round += 1) expect((await signInByPassword(body)).status).toBe(400);
      expect((await signInByPassword(body)).status).toBe(429);
    });
  });

  describe('sign-in with an email that has users in several accounts', () => {
    const email = 'everywhere@example.com';
    const shared = { email, password: OWNER.password };
    const anotherPassword = 'the password of only one account';

    async function accounts(): Promise<{ id: number; name: string }[]> {
      return sql(
        `select a.id, a.company_name as name from gateway.accounts a join gateway.users u on u.account_id = a.id
        where u.email = '${email}' order by a.company_name`,
      );
    }

    async function accountOfSession(entered: PageAnswer): Promise<number> {
      expect(cookieOf(entered)).toMatch(/^__Host-sid=[\w-]{43}$/);
      const [session] = await sql<{ account_id: number }>(
        'select u.account_id from gateway.sessions s join gateway.users u on u.id = s.user_id order by s.created_on desc limit 1',
      );
      return session!.account_id;
    }

    beforeAll(async () => {
      for (const name of ['Alpha Agency', 'Beta Bakery', 'Gamma Garage']) {
        await anotherAccount(email);
        await sql(
          `update gateway.accounts set company_name = '${name}' where id = (select max(id) from gateway.accounts)`,
        );
      }
      await sql(
        `update gateway.users set password_hash = $1
        where email = '${email}' and account_id = (select id from gateway.accounts where company_name = 'Gamma Garage')`,
        [await hashPassword(anotherPassword)],
      );
    });

    it('asks which account, names only those whose password it is, and starts no session', async () => {
      const asked = await signInByPassword(shared);
      expect(asked.status).toBe(200);
      expect(asked.headers['set-cookie']).toBeUndefined();
      expect(asked.headers['cache-control']).toBe('no-store');
      const [alpha, beta] = await accounts();
      expect(asked.json()).toEqual({ success: true, accounts: [alpha, beta] });
    });

    it('enters the account that the user chose', async () => {
      const [alpha, beta] = await accounts();
      for (const { id } of [alpha!, beta!])
        expect(await accountOfSession(await signInByPassword({ ...shared, account_id: id }))).toBe(id);
    });

    it('enters at once if the password fits one account only', async () => {
      const [, , gamma] = await accounts();
      const entered = await signInByPassword({ email, password: anotherPassword });
      expect(await accountOfSession(entered)).toBe(gamma!.id);
    });

    it.each([
      ['whose password it is not', () => accounts().then(([, , gamma]) => gamma!.id)],
      ['that has no user with the email', () => Promise.resolve(1)],
      ['that does not exist', () => Promise.resolve(999_999)],
    ])('refuses a chosen account %s', async (_which, chosen) => {
      const refused = await signInByPassword({ ...shared, account_id: await chosen() });
      expect(refused.status).toBe(400);
      expect(refused.json()).toMatchObject({ code: 'invalid_credentials' });
      await signInByPassword(shared);
    });

    it.each([[0], [-1], [1.5], [1e30], [2 ** 53], ['1'], [[1]]])(
      'refuses %j as a chosen account',
      async (account_id) => {
        const refused = await signInByPassword({ ...shared, account_id });
        expect(refused.json()).toMatchObject({ success: false, field: 'account_id' });
      },
    );

    it("returns a link for the user of the key's account only", async () => {
      const [alpha] = await accounts();
      expect((await callApi('/login/get_url', shared)).json()).toMatchObject({ code: 'invalid_credentials' });
      const [main] = await sql<{ id: number }>(
        `select id from gateway.sub_accounts where account_id = ${alpha!.id} and main`,
      );
      const theirKey = await gateway.addKey({ accountManagement: true, subAccountId: main!.id });
      const link = await callApi('/login/get_url', shared, theirKey);
      expect(await accountOfSession(await signInByLink(tokenIn(link.json().url)))).toBe(alpha!.id);
    });
  });

  describe('a request to sign in', () => {
    it.each([
      ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
      ['a page of a sibling domain', { 'sec-fetch-site': 'same-site' }],
      ['the address bar', { 'sec-fetch-site': 'none' }],
      [
        'a page of another origin in an old browser',
        { 'sec-fetch-site': '', origin: 'https://evil.example' },
      ],
      ['a page on an unknown host', { host: 'evil.example' }],
    ])('is refused when it comes from %s, even if the password is right', async (_where, headers) => {
      const refused = await signInByPassword(OWNER, headers);
      expect(refused.status).toBe(403);
      expect(refused.json()).toMatchObject({ code: 'forbidden' });
      expect(refused.headers['set-cookie']).toBeUndefined();
    });

    it('must be JSON, which a form on another site cannot send', async () => {
      const refused = await ask(gateway, '/app/session', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'email=a',
      });
      expect(refused.status).toBe(415);
    });
  });

  describe('sign-in over plain http', () => {
    const PUBLIC_URL = 'http://plaudit.example.com';
    const headers = { host: 'plaudit.example.com' };

    it('is refused, and only the log names the setting to change', async () => {
      const plain = await startSignInWorld({ PUBLIC_URL });
      const refused = await ask(plain, '/app/session', { method: 'POST', body: OWNER, headers });
      expect(refused.status).toBe(403);
      expect(refused.json().msg).toContain('needs https');
      expect(refused.json().msg).not.toContain('INSECURE_COOKIES');
      expect(JSON.stringify(plain.world.logs.lines)).toContain('INSECURE_COOKIES=true');
      await plain.close();
    });

    it('works with INSECURE_COOKIES, with a cookie that is not secure and a warning in the log', async () => {
      const plain = await startSignInWorld({ PUBLIC_URL, INSECURE_COOKIES: 'true' });
      const entered = await ask(plain, '/app/session', { method: 'POST', body: OWNER, headers });
      expect(entered.headers['set-cookie']).toEqual([
        expect.stringMatching(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
        expect.stringMatching(/^known=/),
      ]);
      expect(await signIns(() => plain).hasSession(cookieOf(entered), headers)).toBe(true);
      expect(JSON.stringify(plain.world.logs.lines)).toContain('INSECURE_COOKIES');
      await plain.close();
    });
  });
});

interface Item {
  actor: { type: string; id: number | null; name: string | null };
  action: string;
  target: { type: string; id: number | null };
  before: object | null;
  after: object | null;
  request_id: string | null;
}

describe('the audit log of sign-ins', () => {
  let gateway: GatewayWorld;
  const { sql, callApi, signInByPassword, signInByLink, linkToken, anotherAccount } = signIns(() => gateway);
  let owner: number;
  beforeAll(async () => {
    gateway = await startSignInWorld();
    const [user] = await sql<{ id: number }>('select id from gateway.users');
    owner = user!.id;
  });
  afterAll(() => gateway.close());
  const rows = (): Promise<{ text: string }[]> =>
    sql("select to_jsonb(a) - 'id' as text from gateway.audit a");
  const signOut = (cookie: string): Promise<PageAnswer> =>
    ask(gateway, '/app/session', { method: 'DELETE', headers: { cookie } });
  const ownerEntry = (): object => ({
    actor: { type: 'user', id: owner, name: OWNER.email },
    target: { type: 'user', id: owner },
    before: null,
  });

  it('records a sign-in by password and a sign-out with their request ids', async () => {
    const entered = await signInByPassword();
    const exited = await signOut(cookieOf(entered));
    const [signedOut, signedIn] = await listed();
    expect(signedIn).toMatchObject({
      ...ownerEntry(),
      action: 'user.signed_in',
      after: { by: 'password', host: HOST },
      request_id: entered.headers['x-request-id'],
    });
    expect(signedOut).toMatchObject({
      ...ownerEntry(),
      action: 'user.signed_out',
      after: { host: HOST },
      request_id: exited.headers['x-request-id'],
    });
  });

  it('records a sign-in by link with the key that requested the link', async () => {
    expect((await signInByLink(await linkToken())).status).toBe(200);
    const [key] = await sql<{ id: number }>('select min(id) as id from gateway.keys');
    expect((await listed())[0]).toMatchObject({
      ...ownerEntry(),
      action: 'user.signed_in',
      after: { by: 'link', host: HOST, key_id: key!.id },
    });
  });

  it('records a wrong password as the act of an anonymous actor', async () => {
    expect((await signInByPassword({ ...OWNER, password: 'not my password' })).status).toBe(400);
    expect((await listed())[0]).toMatchObject({
      actor: { type: 'anonymous', id: null, name: null },
      action: 'user.sign_in_refused',
      target: { type: 'user', id: owner },
      before: null,
      after: { by: 'password', host: HOST },
    });
    expect((await signInByPassword()).status).toBe(200);
  });

  it('records a wrong password sent by an API client with its key', async () => {
    await callApi('/login/get_url', { ...OWNER, password: 'not my password' });
    const [key] = await sql<{ id: number }>('select min(id) as id from gateway.keys');
    expect((await listed())[0]).toMatchObject({
      actor: { type: 'key', id: key!.id },
      action: 'user.sign_in_refused',
      target: { type: 'user', id: owner },
      after: { by: 'password', host: null },
    });
  });

  it('records an attempt with a link that was already used', async () => {
    const token = await linkToken();
    await signInByLink(token);
    expect((await signInByLink(token)).status).toBe(400);
    expect((await listed())[0]).toMatchObject({
      actor: { type: 'anonymous', id: null },
      action: 'user.sign_in_refused',
      target: { type: 'user', id: owner },
      after: { by: 'link', host: HOST },
    });
  });

  it('records nothing about the users of another account when a key asks for a link', async () => {
    const theirs = await anotherAccount('audited@example.com');
    const before = await rows();
    expect((await callApi('/login/get_url', theirs)).status).toBe(400);
    expect(await rows()).toEqual(before);
  });

  it('records a wrong password in the log of each account that has a user with the email', async () => {
    await anotherAccount('shared@example.com');
    await anotherAccount('shared@example.com');
    await signInByPassword({ email: 'shared@example.com', password: 'not my password' });
    const recorded = await sql<{ own: boolean }>(
      `select a.account_id = u.account_id as own from gateway.audit a join gateway.users u on u.id = a.target_id
        where a.action = 'user.sign_in_refused' and u.email = 'shared@example.com'`,
    );
    expect(recorded).toEqual([{ own: true }, { own: true }]);
  });

  it.each([
    [
      'a sign-in with an unknown email',
      () => signInByPassword({ email: 'nobody@example.com', password: OWNER.password }),
    ],
    ['an unknown link', () => signInByLink('x'.repeat(43))],
    ['a sign-out without a session', () => signOut('__Host-sid=nothing')],
    ['an invalid body', () => signInByPassword({ email: OWNER.email })],
    [
      'a sign-in from a page of another site',
      () => signInByPassword(OWNER, { 'sec-fetch-site': 'cross-site' }),
    ],
  ])('does not record %s', async (_what, attempt) => {
    const before = await rows();
    await attempt();
    expect(await rows()).toEqual(before);
  });

  it('records each failed attempt, but not those that the throttle refused', async () => {
    const theirs = await anotherAccount('flooded@example.com');
    const wrong = { ...theirs, password: 'not my password' };
    const attempts = await Promise.all(Array.from({ length: 8 }, () => signInByPassword(wrong)));
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(3);
    const [recorded] = await sql<{ count: number }>(
      `select count(*) from gateway.audit a join gateway.users u on u.id = a.target_id
        where a.action = 'user.sign_in_refused' and u.email = '${theirs.email}'`,
    );
    expect(Number(recorded!.count)).toBe(5);
  });

  it('records a sign-out only once if it is sent several times', async () => {
    const cookie = cookieOf(await signInByPassword());
    await Promise.all([signOut(cookie), signOut(cookie), signOut(cookie)]);
    const [signedOut, signedIn] = await listed();
    expect([signedOut!.action, signedIn!.action]).toEqual(['user.signed_out', 'user.signed_in']);
  });

  it('contains no password, no token and no unknown email', async () => {
    const token = await linkToken();
    const cookie = cookieOf(await signInByLink(token));
    await signInByPassword({ email: 'stranger@example.com', password: 'a password of theirs' });
    await signInByPassword({ ...OWNER, password: 'not my password' });
    await signOut(cookie);
    const text = JSON.stringify(await rows());
    for (const secret of [
      OWNER.password,
      'not my password',
      'a password of theirs',
      'stranger@example.com',
      'nobody@example.com',
      token,
      cookie.split('=')[1]!,
      '$argon2',
    ])
      expect(text).not.toContain(secret);
  });

  /** Returns the entries that the API lists, newest first. */
  async function listed(): Promise<Item[]> {
    const answer = await ask(gateway, '/public/v1/account/audit', { headers: basic(gateway.apiKey) });
    return answer.json().items as Item[];
  }
});

/** More rows than two batches hold. */
const EXPIRED = 2_500;

describe('SignInRepository.deleteExpired()', () => {
  let gateway: GatewayWorld;
  let database: Database;
  const { sql, signInByPassword, linkToken } = signIns(() => gateway);
  beforeAll(async () => {
    gateway = await startSignInWorld();
    database = await openGatewayDatabase(gateway);
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await gateway.close();
  });
  beforeEach(async () => {
    await sql('delete from gateway.sessions');
    await sql('delete from gateway.login_links');
    await sql(
      `insert into gateway.sessions (hash, user_id, host, network, agent, created_on, last_seen_on, expires_on)
     select sha256(n::text::bytea), u.id, 'x', 'x', 'x', now(), now(), now() - interval '1 second'
       from gateway.users u, generate_series(1, ${EXPIRED}) n`,
    );
    await sql(
      `insert into gateway.login_links (hash, user_id, expires_on)
     select sha256(n::text::bytea), u.id, now() - interval '1 second'
       from gateway.users u, generate_series(1, ${EXPIRED}) n`,
    );
  });
  const deleteExpired = (): Promise<void> =>
    runWhole(() => new SignInRepository(database).deleteExpired(new Date()));

  it('deletes all expired sessions and links in batches, and no others', async () => {
    await signInByPassword();
    await linkToken();
    await deleteExpired();
    expect(await remaining()).toEqual({ sessions: 1, links: 1 });
  });

  it('deletes expired links of the set-up and for a new password, and no others', async () => {
    const add = (seconds: number) =>
      sql(
        `with setup as (
           insert into gateway.setup_links (hash, user_id, key_id, expires_on)
           select sha256('${seconds}'), min(id), 1, now() + interval '${seconds} seconds' from gateway.users)
         insert into gateway.password_resets (user_id, hash, expires_on)
         select min(id), sha256('${seconds}'), now() + interval '${seconds} seconds' from gateway.users
         on conflict (user_id) do update set expires_on = excluded.expires_on`,
      );
    const left = async () => {
      const [row] = await sql<object>(
        `select (select count(*)::int from gateway.setup_links) as setups,
                (select count(*)::int from gateway.password_resets) as resets`,
      );
      return row;
    };
    await add(-1);
    await deleteExpired();
    expect(await left()).toEqual({ setups: 0, resets: 0 });
    await add(60);
    await deleteExpired();
    expect(await left()).toEqual({ setups: 1, resets: 1 });
  });

  it('skips rows that another replica has locked', async () => {
    await besideOtherReplica(async () => {
      await deleteExpired();
      expect(await remaining()).toEqual({ sessions: 1, links: 1 });
    });
    await deleteExpired();
    expect(await remaining()).toEqual({ sessions: 0, links: 0 });
  });

  it('does not block sign-ins while it runs', async () => {
    await besideOtherReplica(async () => {
      expect((await signInByPassword()).status).toBe(200);
      expect(await linkToken()).toMatch(/^[\w-]{43}$/);
    });
  });

  async function remaining(): Promise<unknown> {
    const [row] = await sql<{ sessions: number; links: number }>(
      `select (select count(*)::int from gateway.sessions) as sessions,
            (select count(*)::int from gateway.login_links) as links`,
    );
    return row;
  }

  /** Runs `work` while another connection locks one expired session and one expired link, as another replica would. */
  async function besideOtherReplica(work: () => Promise<void>): Promise<void> {
    await administer(gateway.world.databaseUrl('gateway'), async (other) => {
      await other.query('begin');
      for (const table of ['sessions', 'login_links'])
        await other.query(`select from gateway.${table} where hash = sha256('7') for update`);
      await work();
      await other.query('rollback');
    });
  }
});

const REFUSED = { status: 400, code: 'invalid_credentials' };

describe('sign-in during a change of the user', () => {
  let gateway: GatewayWorld;
  let owner: { account_id: number; password_hash: string };
  beforeAll(async () => {
    gateway = await startSignInWorld();
    [owner] = (await gateway.world.admin.query('select account_id, password_hash from gateway.users')) as [
      typeof owner,
    ];
  });
  afterAll(() => gateway.close());
  // Each test changes or deletes the owner, so each begins with a new one who has no failed attempts.
  beforeEach(async () => {
    const { admin } = gateway.world;
    for (const table of ['sessions', 'login_links', 'sign_in_attempts', 'users'])
      await admin.query(`delete from gateway.${table}`);
    await admin.query(
      "insert into gateway.users (account_id, email, password_hash, role) values ($1, $2, $3, 'admin')",
      [owner.account_id, OWNER.email, owner.password_hash],
    );
  });
  const signInByPassword = (): Promise<PageAnswer> =>
    ask(gateway, '/app/session', { method: 'POST', body: OWNER });
  const getLink = (): Promise<PageAnswer> =>
    ask(gateway, '/public/v1/login/get_url', { method: 'POST', body: OWNER, headers: basic(gateway.apiKey) });

  it.each([
    ['the password is changed', "update gateway.users set password_hash = 'another'"],
    ['the sub accounts of the user are changed', 'update gateway.users set sub_accounts = array[7]'],
    ['the user is deleted', 'delete from gateway.users'],
  ])('refuses a sign-in by password while %s', async (_what, change) => {
    expect(await duringChange(change, signInByPassword)).toEqual(REFUSED);
    expect(await sessionsAndLinks()).toEqual([]);
  });

  it('refuses to create a link while the password is changed', async () => {
    expect(await duringChange("update gateway.users set password_hash = 'another'", getLink)).toEqual(
      REFUSED,
    );
    expect(await sessionsAndLinks()).toEqual([]);
  });

  it('refuses a sign-in by a link while the link is deleted', async () => {
    const link = await getLink();
    expect(
      await duringChange("update gateway.users set password_hash = 'another'", () => signInByLink(link)),
    ).toEqual(REFUSED);
    expect(await sessionsAndLinks()).toEqual([]);
  });

  it('ends all earlier sessions when the password changes', async () => {
    const entered = await signInByPassword();
    expect(entered.status).toBe(200);
    const [user] = await gateway.world.admin.query<{ id: number }>('select id from gateway.users');
    const changes = Array.from({ length: 3 }, () => [
      ask(gateway, `/public/v1/users/${user?.id}`, {
        method: 'PUT',
        headers: basic(gateway.apiKey),
        body: { password: `${OWNER.password}!` },
      }),
      signInByPassword(),
    ]).flat();
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 400].includes(status))).toEqual([]);
    expect(await sessionsAndLinks()).toEqual([]);
  });

  async function signInByLink(link: PageAnswer): Promise<PageAnswer> {
    const token = String(link.json().url).split('#t=')[1];
    return ask(gateway, '/app/session/once', { method: 'POST', body: { token } });
  }

  /** Changes the owner as PUT /users does, and commits as soon as the request of `attempt` waits for the change. */
  async function duringChange(
    change: string,
    attempt: () => Promise<PageAnswer>,
  ): Promise<{ status: number; code: unknown }> {
    return administer(gateway.world.databaseUrl('gateway'), async (admin: Administration) => {
      await admin.query('begin');
      await admin.query('select from gateway.users for update');
      await admin.query('delete from gateway.sessions');
      await admin.query('delete from gateway.login_links');
      await admin.query(change);
      const answer = attempt();
      await eventually(waitingConnections, (count) => count === 1, 'the sign-in to wait for the change');
      await admin.query('commit');
      const { status, json } = await answer;
      return { status, code: json().code };
    });
  }

  async function waitingConnections(): Promise<number> {
    const [row] = await gateway.world.admin.query<{ count: number }>(
      `select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and usename <> current_user`,
    );
    return Number(row?.count);
  }

  async function sessionsAndLinks(): Promise<unknown> {
    return gateway.world.admin.query(
      'select user_id from gateway.sessions union all select user_id from gateway.login_links',
    );
  }
});

const MINUTE = 60_000;

const times = (count: number, attempt: SignInAttempt): SignInAttempt[] =>
  Array.from({ length: count }, () => attempt);

describe('failed sign-ins', () => {
  let gateway: GatewayWorld;
  let clock: MovedClock;
  let replica: Replica;
  let other: Replica;
  beforeAll(async () => {
    gateway = await startSignInWorld();
    clock = new MovedClock();
    [replica, other] = await Promise.all([startReplica(gateway, clock), startReplica(gateway, clock)]);
  });
  afterAll(async () => {
    await Promise.all([replica.close(), other.close()]);
    await gateway.close();
  });
  /** Returns the `Cookie` header of a browser in which the user signed in, and those of `earlier` before. */
  const cookieFor = (id: number, earlier?: string): string =>
    replica.throttle.rememberBrowser(id, earlier).split(';')[0]!;

  it('of one email from one address pass five times over two replicas, however many run at once', async () => {
    const attempt = pageAttempt(newEmail());
    const concurrent = await Promise.all(
      Array.from({ length: 40 }, (_, n) => waitAfter(attempt, [], n % 2 ? replica : other)),
    );
    expect(concurrent.filter((wait) => wait === null)).toHaveLength(5);
  });

  it('are counted together for all spellings of one address', async () => {
    const email = newEmail();
    const wide = email.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
    const spellings = [email, email.toUpperCase(), ` ${email}`, wide, email.replace('@', '\uff20'), email];
    const results = await waits(spellings.map((spelling) => pageAttempt(spelling)));
    expect(results.map((wait) => wait === null)).toEqual([true, true, true, true, true, false]);
  });

  it.each([
    ['the page', pageAttempt],
    ['API clients', keyAttempt],
  ])('on %s wait longer and longer, wherever they come from, at most 15 minutes', async (_where, of) => {
    const email = newEmail();
    let hosts = 0;
    const fromElsewhere = (): Promise<number | null> =>
      waitAfter(of(email, { address: `198.51.100.${(hosts += 1)}` }));
    for (let n = 0; n < 5; n += 1) expect(await fromElsewhere()).toBeNull();
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      const wait = (await fromElsewhere())!;
      expect(Math.abs(wait - seconds)).toBeLessThanOrEqual(2);
      clock.advance(wait * 1_000);
      expect(await fromElsewhere()).toBeNull();
    }
  });

  it('are answered alike whether or not the email has a user', async () => {
    const email = newEmail();
    const id = await addUser(email);
    const scopes = [{ accountId: null }, { accountId: 1 }, { accountId: 2 }];
    const tries = scopes.flatMap((scope) => times(3, pageAttempt(email, scope)));
    const known = await waits(tries, [id]);
    const nobody = newEmail();
    const unknown = await waits(tries.map((attempt) => ({ ...attempt, email: nobody })));
    const isAllowed = (wait: number | null): boolean => wait === null;
    expect(known.map(isAllowed)).toEqual(unknown.map(isAllowed));
  });

  it('on the page do not lock out the users of a reseller, nor those of another account', async () => {
    const email = newEmail();
    expect(await waits(times(6, pageAttempt(email)))).toContainEqual(expect.any(Number));
    expect(await waits(times(6, keyAttempt(email)))).toContainEqual(expect.any(Number));
    expect(await waitAfter(keyAttempt(email, { accountId: 2 }))).toBeNull();
  });

  it('by API clients of one address are limited to 300 in 15 minutes over all emails, and successes are not counted', async () => {
    const address = '198.51.100.200';
    const attempt = (): SignInAttempt => keyAttempt(newEmail(), { address, accountId: 3 });
    for (let n = 0; n < 3; n += 1)
      await replica.throttle.forgive(await replica.throttle.count(attempt(), []), []);
    // No more at once than the pool serves within its limit.
    for (let n = 0; n < 15; n += 1) {
      const some = await Promise.all(Array.from({ length: 20 }, () => waitAfter(attempt())));
      expect(some.filter((wait) => wait !== null)).toEqual([]);
    }
    expect(await waitAfter(attempt())).toBeGreaterThan(0);
    expect(await waitAfter(keyAttempt(newEmail(), { address, accountId: 4 }))).toBeNull();
    clock.advance(15 * MINUTE);
    expect(await waitAfter(attempt())).toBeNull();
  });

  it('are forgotten after a success of the same user only', async () => {
    const email = newEmail();
    const [victim, attacker] = [await addUser(email), 4_000_000];
    // An attacker who has a user with the victim's email in another account signs in to reset the counters.
    let checked = 0;
    for (let n = 0; n < 12; n += 1) {
      const counted = await replica.throttle.count(pageAttempt(email), [victim, attacker]);
      if (counted.userIds.includes(victim)) checked += 1;
      await replica.throttle.forgive(counted, [attacker]);
    }
    expect(checked).toBe(5);
    const { userIds } = await replica.throttle.count(pageAttempt(email), [attacker]);
    expect(userIds).toEqual([attacker]);
  });

  it('of one user pass five times, however many spellings of the email are tried at once', async () => {
    const user = 4_000_010;
    const counted = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? replica : other).throttle.count(pageAttempt(newEmail(), { address: `198.18.${n}.1` }), [
          user,
        ]),
      ),
    );
    expect(counted.filter(({ userIds }) => userIds.includes(user))).toHaveLength(5);
  });

  it('and successes at the same time never wait for each other', async () => {
    const users = Array.from({ length: 20 }, (_, n) => 4_000_100 + n);
    const attempts = Array.from({ length: 60 }, async (_, n) => {
      const { throttle } = n % 2 ? replica : other;
      const order = n % 3 ? users : users.toReversed();
      const counted = await throttle.count(pageAttempt(newEmail(), { address: `192.0.2.${n}` }), order);
      await (n % 4 ? throttle.forgive(counted, order) : throttle.takeBack(counted));
    });
    const failed = (await Promise.allSettled(attempts)).filter(({ status }) => status === 'rejected');
    expect(failed).toEqual([]);
  });

  it('on other users of one email, from a browser of one of them, count for their network too', async () => {
    const [attacker, address] = [4_000_020, '198.51.100.202'];
    let checked = 0;
    for (let victim = 4_001_000; victim < 4_001_060; victim += 1) {
      const attempt = pageAttempt(newEmail(), { address, cookies: cookieFor(attacker) });
      const { userIds } = await replica.throttle.count(attempt, [attacker, victim]);
      expect(userIds).toContain(attacker);
      if (userIds.includes(victim)) checked += 1;
    }
    expect(checked).toBe(50);
  });

  it.each([
    ['stays counted in a browser that does not know them', 5],
    ['is not counted in a browser that knows them', 12],
  ])('on a user, while another user of the email signs in, %s', async (_what, expected) => {
    const [email, own, second] = [newEmail(), 4_000_030, 4_000_031];
    const address = `198.51.100.${210 + expected}`;
    let cookies = expected === 12 ? cookieFor(second) : undefined;
    let checked = 0;
    for (let n = 0; n < 12; n += 1) {
      cookies = cookieFor(own, cookies);
      const counted = await replica.throttle.count(pageAttempt(email, { address, cookies }), [own, second]);
      if (counted.userIds.includes(second)) checked += 1;
      await replica.throttle.forgive(counted, [own]);
    }
    expect(checked).toBe(expected);
  });

  it('of strangers do not keep a user out of a browser in which they signed in before', async () => {
    const email = newEmail();
    const [user, stranger] = [await addUser(email), 4_000_001];
    await waits(times(6, pageAttempt(email)), [user]);
    expect(await waitAfter(pageAttempt(email), [user])).toBeGreaterThan(0);
    const known = pageAttempt(email, { cookies: cookieFor(user) });
    const counted = await other.throttle.count(known, [user]);
    expect(counted.userIds).toEqual([user]);
    // The browser has its own limit, and its failures do not pass for those of others.
    expect((await waits(times(5, known), [user])).map((wait) => wait === null)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    for (const cookies of [cookieFor(stranger), cookieFor(user).replace(/\w$/, '_')])
      expect(await waitAfter(pageAttempt(email, { cookies }), [user])).toBeGreaterThan(0);
  });

  it('are not counted when too many passwords are being checked', async () => {
    const email = newEmail();
    const attempts = Array.from({ length: 130 }, (_, n) =>
      replica.credentials.verify(pageAttempt(newEmail(), { address: `192.0.2.${n}` }), 'wrong'),
    );
    const busy = (await Promise.allSettled(attempts)).filter(({ status }) => status === 'rejected').length;
    await replica.credentials.verify(pageAttempt(email), 'wrong');
    const [stored] = await gateway.world.admin.query<{ empty: number }>(
      "select count(*)::int as empty from gateway.sign_in_attempts where tried_on = '{}'",
    );
    // Each attempt has three counters here: of its network, of its email, and of both.
    expect(stored!.empty).toBeGreaterThanOrEqual(busy * 3);
    expect(busy).toBeGreaterThan(0);
  });

  it('leave no email and no address in the database', async () => {
    await waitAfter(pageAttempt('tried-by-mistake@example.com'));
    const rows = await gateway.world.admin.query('select a::text from gateway.sign_in_attempts a');
    expect(JSON.stringify(rows)).not.toMatch(/example|203\.0|198\.51/);
  });

  it('take a bounded number of rows, of which those that expire first are deleted first', async () => {
    await gateway.world.admin.query(
      `insert into gateway.sign_in_attempts (counter, tried_on, expires_on)
       select sha256(n::text::bytea), '{}', now() + interval '2 days' + n * interval '1 s' from generate_series(1, 20) n`,
    );
    await new SignInAttemptsRepository(replica.database).deleteBeyond(5);
    const [left] = await gateway.world.admin.query<{ rows: number; first: boolean }>(
      `select count(*)::int as rows, min(expires_on) > now() + interval '2 days 15 seconds' as first
         from gateway.sign_in_attempts`,
    );
    expect(left).toEqual({ rows: 5, first: true });
  });

  /** Counts an attempt that stays failed. Returns the seconds to wait, or null if the attempt may run. */
  async function waitAfter(
    attempt: SignInAttempt,
    userIds: number[] = [],
    on = replica,
  ): Promise<number | null> {
    try {
      await on.throttle.count(attempt, userIds);
      return null;
    } catch (error) {
      const { code, details } = error as { code: string; details: { retry_after_seconds: number } };
      if (code !== 'rate_limited') throw error;
      return details.retry_after_seconds;
    }
  }

  async function waits(attempts: SignInAttempt[], userIds: number[] = []): Promise<(number | null)[]> {
    const results: (number | null)[] = [];
    for (const attempt of attempts) results.push(await waitAfter(attempt, userIds));
    return results;
  }

  async function addUser(email: string): Promise<number> {
    const added = await new Api(gateway.url, gateway.apiKey).post('/users', { email, password: PASSWORD });
    return added.body.id as number;
  }
});
