import type { GatewayWorld } from '../gateway-world.suite';
import {
  ask,
  cookieOf,
  ORIGIN,
  OWNER,
  type PageAnswer,
  signIns,
  startSignInWorld,
} from '../sign-in/sign-in-world.suite';

const VANITY = 'reviews.acme.example';

let gateway: GatewayWorld;
const {
  sql,
  callApi,
  signInByPassword,
  signInByLink,
  linkToken,
  tokenIn,
  anotherAccount,
  verifiedDomain,
  hasSession,
} = signIns(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld();
});
afterAll(() => gateway.close());

describe('POST /login/get_url', () => {
  it('returns a link on the host of this installation and stores only the hash of its token', async () => {
    const answer = await callApi('/login/get_url', OWNER);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { success, url, alternate_url } = answer.json();
    expect(success).toBe(true);
    expect(url).toMatch(/^http:\/\/plaudit\.localhost\/login\/once#t=[\w-]{43}$/);
    expect(alternate_url).toBe(url);
    const [stored] = await sql<{ rows: string }>(
      'select string_agg(l::text, chr(10)) as rows from gateway.login_links l',
    );
    expect(stored!.rows).not.toContain(tokenIn(url));
    expect(JSON.stringify(gateway.world.logs.lines)).not.toContain(tokenIn(url));
  });

  it.each([
    ['an unknown email', { ...OWNER, email: 'nobody@example.com' }],
    ['a wrong password', { ...OWNER, password: 'not my password' }],
    ['a password of another case', { ...OWNER, password: OWNER.password.toUpperCase() }],
  ])('refuses %s with the same message', async (_what, body) => {
    const answer = await callApi('/login/get_url', body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'invalid_credentials',
      msg: 'No user has this email and password; check both.',
    });
  });

  it('ignores the case of the email', async () => {
    expect((await callApi('/login/get_url', { ...OWNER, email: 'OWNER@Example.COM' })).status).toBe(200);
  });

  it.each([
    ['email', { password: 'x' }],
    ['password', { email: 'a@b.c' }],
    ['email', { ...OWNER, email: 7 }],
    ['password', { ...OWNER, password: ['x'] }],
    ['password', { ...OWNER, password: 'x'.repeat(1_001) }],
    ['email', { ...OWNER, email: 'a\u0000b@c.d' }],
  ])('names the field %s when its value is missing or invalid', async (field, body) => {
    const answer = await callApi('/login/get_url', body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ success: false, field });
  });

  it('requires account management', async () => {
    const answer = await callApi('/login/get_url', OWNER, await gateway.addKey({ role: 'admin' }));
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'forbidden', required: 'account:manage' });
  });

  it('refuses the users of another account', async () => {
    const other = await anotherAccount('other@example.com');
    expect((await callApi('/login/get_url', other)).json()).toMatchObject({ code: 'invalid_credentials' });
  });

  it('refuses a user of all sub accounts when the key belongs to one sub account', async () => {
    const [sub] = await sql<{ id: number }>(
      `insert into gateway.sub_accounts (account_id, name)
       select min(account_id), 'Branch' from gateway.sub_accounts where main returning id`,
    );
    const apiKey = await gateway.addKey({ accountManagement: true, subAccountId: sub!.id });
    expect((await callApi('/login/get_url', OWNER, apiKey)).json()).toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('allows five attempts in 15 minutes for one email from one address, even if they are concurrent', async () => {
    const body = { email: 'tried@example.com', password: 'wrong' };
    const attempts = await Promise.all(Array.from({ length: 8 }, () => callApi('/login/get_url', body)));
    const statuses = attempts.map(({ status }) => status).sort((one, other) => one - other);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    const refused = attempts.find(({ status }) => status === 429)!;
    expect(refused.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await callApi('/login/get_url', OWNER)).status).toBe(200);
  });
});

describe('a one-time link', () => {
  it('stays unused while its page is opened and then signs the user in once', async () => {
    const token = await linkToken();
    for (let opened = 0; opened < 3; opened += 1) {
      const { location } = (await ask(gateway, '/login/once')).headers;
      expect(location).toBe('/app/once');
      const page = await ask(gateway, String(location), { headers: { accept: 'text/html' } });
      expect(page.headers['referrer-policy']).toBe('no-referrer');
    }
    const first = await signInByLink(token);
    expect(first.status).toBe(200);
    const [cookie] = first.headers['set-cookie'] as string[];
    expect(cookie).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(await hasSession(cookieOf(first))).toBe(true);
    const second = await signInByLink(token);
    expect(second.status).toBe(400);
    expect(second.json()).toMatchObject({ code: 'invalid_credentials' });
    expect(second.headers['set-cookie']).toBeUndefined();
  });

  it('signs in only one of many concurrent requests', async () => {
    const token = await linkToken();
    const attempts = await Promise.all(Array.from({ length: 6 }, () => signInByLink(token)));
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('expires after a minute', async () => {
    const token = await linkToken();
    await sql("update gateway.login_links set expires_on = expires_on - interval '60 seconds'");
    expect((await signInByLink(token)).status).toBe(400);
  });

  describe('of a key that expires', () => {
    const until = async (table: 'login_links' | 'sessions'): Promise<number> => {
      const [row] = await sql<{ seconds: number }>(
        `select extract(epoch from max(t.expires_on) - now())::float8 as seconds
           from gateway.${table} t join gateway.keys k on k.id = t.key_id where k.expires_on is not null`,
      );
      return row!.seconds;
    };
    const linkOf = async (apiKey: string): Promise<string> =>
      tokenIn((await callApi('/login/get_url', OWNER, apiKey)).json().url);

    it('ends with the key, and so does the session that it starts', async () => {
      const apiKey = await gateway.addKey({
        accountManagement: true,
        expiresOn: "now() + interval '40 seconds'",
      });
      const entered = await signInByLink(await linkOf(apiKey));
      expect(entered.status).toBe(200);
      for (const table of ['login_links', 'sessions'] as const) {
        expect(await until(table)).toBeLessThan(41);
        expect(await until(table)).toBeGreaterThan(10);
      }
      // An expiry that is moved forward later ends the session too.
      await sql(
        "update gateway.keys set expires_on = now() - interval '1 second' where expires_on is not null",
      );
      expect(await hasSession(cookieOf(entered))).toBe(false);
    });

    it('starts a session whose keys do not escape the limits of the key', async () => {
      const apiKey = await gateway.addKey({
        accountManagement: true,
        expiresOn: "now() + interval '1 hour'",
      });
      const cookie = cookieOf(await signInByLink(await linkOf(apiKey)));
      const add = async (body: object): Promise<PageAnswer> =>
        ask(gateway, '/app/api/keys', {
          method: 'POST',
          body: { name: 'Made', ...body },
          headers: { cookie, 'x-sub-account': '1' },
        });
      const refused = await add({});
      expect(refused.status).toBe(403);
      expect(refused.json()).toMatchObject({ code: 'forbidden', field: 'expires_on' });
      const proof = { method: 'POST', body: { password: OWNER.password }, headers: { cookie } };
      expect((await ask(gateway, '/app/session/proof', proof)).status).toBe(200);
      const soon = new Date(Date.now() + 600_000).toISOString().slice(0, 19).replace('T', ' ');
      expect((await add({ expires_on: soon })).status).toBe(201);
      await sql(
        "update gateway.keys set expires_on = null, allowed_ips = '{203.0.113.7}' where id = (select key_id from gateway.sessions order by created_on desc limit 1)",
      );
      expect((await add({})).json()).toMatchObject({ code: 'forbidden', field: 'allowed_ips' });
      const made = await add({ allowed_ips: ['203.0.113.7'] });
      expect(made.status).toBe(201);
      const [creator] = await sql<{ made_by: string }>(
        "select json_build_object('user', created_by_user_id is not null, 'key', created_by_key_id is not null)::text as made_by from gateway.keys order by id desc limit 1",
      );
      expect(JSON.parse(creator!.made_by)).toEqual({ user: true, key: false });
    });

    it('is replaced by a session of the same key when the user changes their password', async () => {
      const email = 'renewing@example.com';
      await sql(
        `insert into gateway.users (account_id, email, password_hash, role)
         select account_id, '${email}', password_hash, 'admin' from gateway.users where email = '${OWNER.email}'`,
      );
      const apiKey = await gateway.addKey({
        accountManagement: true,
        expiresOn: "now() + interval '1 hour'",
      });
      const { url } = (await callApi('/login/get_url', { ...OWNER, email }, apiKey)).json();
      const entered = await signInByLink(tokenIn(url));
      const stored = (): Promise<object[]> =>
        sql(
          `select s.key_id, s.expires_on from gateway.sessions s join gateway.users u on u.id = s.user_id
            where u.email = '${email}'`,
        );
      const before = await stored();
      const changed = await ask(gateway, '/app/password', {
        method: 'PUT',
        body: { current_password: OWNER.password, new_password: 'quite another password' },
        headers: { cookie: cookieOf(entered) },
      });
      expect(changed.status).toBe(200);
      expect(before).toEqual([{ key_id: expect.any(Number), expires_on: expect.any(Date) }]);
      expect(await stored()).toEqual(before);
    });

    it('lives no longer than other links and sessions', async () => {
      const apiKey = await gateway.addKey({
        accountManagement: true,
        expiresOn: "now() + interval '100 days'",
      });
      await signInByLink(await linkOf(apiKey));
      expect(await until('login_links')).toBeLessThan(61);
      expect(await until('sessions')).toBeLessThan(14 * 86_400 + 1);
    });

    it.each([
      ['the key is deleted', 'update gateway.keys set deleted_at = now() where id = $1'],
      [
        'its sub account is deleted',
        'update gateway.sub_accounts set deleted_at = now() where id = (select sub_account_id from gateway.keys where id = $1)',
      ],
    ])('does not work when %s, and the session that it started ends', async (_what, change) => {
      const [sub] = await sql<{ id: number }>(
        `insert into gateway.sub_accounts (account_id, name)
         select min(account_id), 'Short' from gateway.sub_accounts where main returning id`,
      );
      const email = `short-${sub!.id}@example.com`;
      await sql(
        `insert into gateway.users (account_id, email, password_hash, role, sub_accounts)
         select account_id, '${email}', password_hash, 'user', array[${sub!.id}]
           from gateway.users where email = '${OWNER.email}'`,
      );
      const apiKey = await gateway.addKey({ accountManagement: true, subAccountId: sub!.id });
      const [key] = await sql<{ id: number }>('select max(id) as id from gateway.keys');
      const link = async (): Promise<string> => {
        const answer = await callApi('/login/get_url', { email, password: OWNER.password }, apiKey);
        return tokenIn(answer.json().url);
      };
      const [used, unused] = [await link(), await link()];
      const cookie = cookieOf(await signInByLink(used));
      expect(await hasSession(cookie)).toBe(true);
      await sql(change, [key!.id]);
      expect((await signInByLink(unused)).status).toBe(400);
      expect(await hasSession(cookie)).toBe(false);
    });
  });

  it.each([[''], ['x'.repeat(101)], ["' or true --"]])(
    'is refused if its token is %p, which is unknown',
    async (token) => {
      expect((await signInByLink(token)).status).toBe(400);
    },
  );

  it('points to the white-label domain, where only users of that account can sign in', async () => {
    await verifiedDomain(VANITY);
    const { url, alternate_url } = (await callApi('/login/get_url', OWNER)).json();
    expect(url).toContain(`http://${VANITY}/login/once#t=`);
    expect(alternate_url).toContain(`${ORIGIN}/login/once#t=`);
    const onVanityHost = { host: VANITY };
    const entered = await signInByLink(tokenIn(url), onVanityHost);
    expect(entered.status).toBe(200);
    const cookie = cookieOf(entered);
    expect(await hasSession(cookie, onVanityHost)).toBe(true);
    // The session is valid on that host only.
    expect(await hasSession(cookie)).toBe(false);
    const other = await anotherAccount('stranger@example.com');
    expect((await signInByPassword(other, onVanityHost)).json()).toMatchObject({
      code: 'invalid_credentials',
    });
    expect((await signInByPassword(other)).status).toBe(200);
  });
});
