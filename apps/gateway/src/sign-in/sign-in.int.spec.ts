import type { GatewayWorld } from '../gateway-world.suite';
import { hashPassword } from '../users/password';
import { ask, cookieOf, OWNER, type PageAnswer, signIns, startSignInWorld } from './sign-in-world.suite';

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
    ['a page of another origin in an old browser', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
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

  it('is refused with a message that names the setting to change', async () => {
    const plain = await startSignInWorld({ PUBLIC_URL });
    const refused = await ask(plain, '/app/session', { method: 'POST', body: OWNER, headers });
    expect(refused.status).toBe(403);
    expect(refused.json().msg).toContain('INSECURE_COOKIES=true');
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
