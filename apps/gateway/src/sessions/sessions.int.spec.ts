import { administer, eventually } from '@plaudit/testing';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import {
  ask,
  cookieOf,
  OWNER,
  type PageAnswer,
  signIns,
  startSignInWorld,
} from '../sign-in/sign-in-world.suite';
import { hasWorkingKey } from './working-key';

let gateway: GatewayWorld;
const { sql, signInByPassword, signInByLink, linkToken, anotherAccount } = signIns(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld();
});
afterAll(() => gateway.close());

describe('a session', () => {
  const keys = (cookie: string, headers: Record<string, string> = {}): Promise<PageAnswer> =>
    ask(gateway, '/app/keys', { headers: { cookie, ...headers } });
  let cookie: string;

  beforeEach(async () => {
    cookie = cookieOf(await signInByPassword());
  });

  it('opens the page of keys, which no site may frame and no cache may store', async () => {
    const page = await keys(cookie);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Bootstrap key');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('has its account in the access log, and neither a key nor the cookie', async () => {
    const id = `of-a-session-${process.pid}`;
    expect((await keys(cookie, { 'x-request-id': id })).status).toBe(200);
    const [line] = await eventually(
      () => gateway.world.logs.requests().filter(({ request_id }) => request_id === id),
      (lines) => lines.length === 1,
      'the line of the request',
    );
    expect(line).toMatchObject({ route: '/app/keys', account_id: 1 });
    expect([line?.sub_account_id, line?.key_id]).toEqual([undefined, undefined]);
    expect(JSON.stringify(line)).not.toContain(cookie.split('=')[1]);
  });

  it('ends when the user signs out', async () => {
    const out = await ask(gateway, '/app/session', { method: 'DELETE', headers: { cookie } });
    expect(out.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')]);
    expect((await keys(cookie)).status).toBe(302);
  });

  it.each<[string, (headers: Record<string, string>) => Promise<PageAnswer>]>([
    ['a password', (headers) => signInByPassword(OWNER, headers)],
    ['a link', async (headers) => signInByLink(await linkToken(), headers)],
  ])('ends when its browser signs in again by %s', async (_how, signIn) => {
    const otherBrowser = cookieOf(await signInByPassword());
    const newCookie = cookieOf(await signIn({ cookie }));
    expect(newCookie).not.toBe(cookie);
    expect((await keys(cookie)).status).toBe(302);
    expect((await keys(newCookie)).status).toBe(200);
    expect((await keys(otherBrowser)).status).toBe(200);
  });

  it('ends when another user signs in with the same browser', async () => {
    const { email, password } = await anotherAccount('next@example.com');
    expect((await signInByPassword({ email, password }, { cookie })).status).toBe(200);
    expect((await keys(cookie)).status).toBe(302);
  });

  it('survives a refused sign-in from the same browser', async () => {
    expect((await signInByPassword({ ...OWNER, password: 'wrong' }, { cookie })).status).toBe(400);
    expect((await signInByLink('x'.repeat(43), { cookie })).status).toBe(400);
    expect((await keys(cookie)).status).toBe(200);
  });

  it('never uses a token that the browser sent', async () => {
    const planted = `__Host-sid=${'x'.repeat(43)}`;
    const created = cookieOf(await signInByPassword(OWNER, { cookie: planted }));
    expect(created).not.toBe(planted);
    expect((await keys(planted)).status).toBe(302);
  });

  it.each([
    ['12 idle hours', "last_seen_on = last_seen_on - interval '12 hours'"],
    ['14 days', "expires_on = expires_on - interval '14 days'"],
  ])('ends after %s', async (_when, change) => {
    await sql(`update gateway.sessions set ${change}`);
    const page = await keys(cookie);
    expect(page.status).toBe(302);
    expect(page.headers.location).toBe('/app/sign-in');
  });

  it('stays valid while it is used', async () => {
    await sql("update gateway.sessions set last_seen_on = last_seen_on - interval '11 hours'");
    expect((await keys(cookie)).status).toBe(200);
    const [seen] = await sql<{ fresh: boolean }>(
      "select bool_or(last_seen_on > now() - interval '1 minute') as fresh from gateway.sessions",
    );
    expect(seen!.fresh).toBe(true);
  });

  it('ends when the password changes', async () => {
    const [user] = await sql<{ id: number }>(`select id from gateway.users where email = '${OWNER.email}'`);
    const changed = await ask(gateway, `/public/v1/users/${user!.id}`, {
      method: 'PUT',
      headers: basic(gateway.apiKey),
      body: { password: OWNER.password },
    });
    expect(changed.status).toBe(200);
    expect((await keys(cookie)).status).toBe(302);
  });

  it('gives no access to the API, and an API key gives no access to the pages', async () => {
    expect((await ask(gateway, '/public/v1/hello', { headers: { cookie } })).status).toBe(401);
    expect((await ask(gateway, '/app/keys', { headers: basic(gateway.apiKey) })).status).toBe(302);
  });

  it('lets the user create and delete keys by the rules of the API', async () => {
    const send = (method: string, path: string, body?: unknown): Promise<PageAnswer> =>
      ask(gateway, path, { method, body, headers: { cookie } });
    expect((await send('POST', '/app/keys', { name: '' })).json()).toMatchObject({ field: 'name' });
    const created = await send('POST', '/app/keys', { name: 'Shop', role: 'editor' });
    expect(created.status).toBe(200);
    const { key } = created.json();
    expect((await ask(gateway, '/public/v1/hello', { headers: basic(String(key)) })).status).toBe(200);
    const [row] = await sql<{ id: number; actor_type: string }>(
      `select k.id, a.actor_type from gateway.keys k
         join gateway.audit a on a.target_id = k.id and a.action = 'key.created' where k.name = 'Shop'`,
    );
    expect(row!.actor_type).toBe('user');
    expect((await send('DELETE', `/app/keys/${row!.id}`)).json()).toEqual({ success: true });
    expect((await ask(gateway, '/public/v1/hello', { headers: basic(String(key)) })).status).toBe(401);
    expect((await send('DELETE', '/app/keys/999999')).status).toBe(404);
  });

  it('is required to create a key', async () => {
    const refused = await ask(gateway, '/app/keys', { method: 'POST', body: { name: 'Mine' } });
    expect(refused.status).toBe(401);
    expect(refused.json()).toMatchObject({ code: 'session_ended' });
  });

  it('does not let a user who is not an admin see or create keys', async () => {
    await sql(
      `insert into gateway.users (account_id, email, password_hash, role)
       select account_id, 'editor@example.com', password_hash, 'editor'
         from gateway.users where email = '${OWNER.email}'`,
    );
    const theirCookie = cookieOf(
      await signInByPassword({ email: 'editor@example.com', password: OWNER.password }),
    );
    const page = await keys(theirCookie);
    expect(page.text).not.toContain('Bootstrap key');
    const refused = await ask(gateway, '/app/keys', {
      method: 'POST',
      body: { name: 'Mine' },
      headers: { cookie: theirCookie },
    });
    expect(refused.json()).toMatchObject({ code: 'forbidden', required: 'account:manage' });
  });

  it('gives an admin of one sub account access to the keys of that sub account only', async () => {
    const [sub] = await sql<{ id: number }>(
      `insert into gateway.sub_accounts (account_id, name)
       select min(account_id), 'North' from gateway.sub_accounts where main returning id`,
    );
    await sql(
      `insert into gateway.users (account_id, email, password_hash, role, sub_accounts)
       select account_id, 'north@example.com', password_hash, 'admin', array[${sub!.id}]
         from gateway.users where email = '${OWNER.email}'`,
    );
    const theirCookie = cookieOf(
      await signInByPassword({ email: 'north@example.com', password: OWNER.password }),
    );
    const make = (body: object): Promise<PageAnswer> =>
      ask(gateway, '/app/keys', { method: 'POST', body, headers: { cookie: theirCookie } });
    expect((await make({ name: 'Elsewhere', sub_account_id: 1 })).status).toBe(404);
    expect((await make({ name: 'North key', sub_account_id: sub!.id })).status).toBe(200);
    const page = await keys(theirCookie);
    expect(page.text).toContain('North key');
    expect(page.text).not.toContain('Bootstrap key');
  });
});

describe('the session of an admin of only the main sub account', () => {
  it('cannot create or delete keys of the main sub account, which manage the whole account', async () => {
    const email = 'main-only@example.com';
    await sql(
      `insert into gateway.users (account_id, email, password_hash, role, sub_accounts)
       select u.account_id, '${email}', u.password_hash, 'admin', array[s.id]
         from gateway.users u join gateway.sub_accounts s on s.account_id = u.account_id and s.main
        where u.email = '${OWNER.email}'`,
    );
    const [main] = await sql<{ id: number; key: number }>(
      `select s.id, min(k.id) as key from gateway.sub_accounts s join gateway.keys k on k.sub_account_id = s.id
        where s.main and k.deleted_at is null group by s.id order by s.id limit 1`,
    );
    const cookie = cookieOf(await signInByPassword({ email, password: OWNER.password }));
    const send = (method: string, path: string, body?: unknown): Promise<PageAnswer> =>
      ask(gateway, path, { method, body, headers: { cookie } });
    const page = await send('GET', '/app/keys');
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('Bootstrap key');
    for (const sub_account_id of [main!.id, undefined])
      expect((await send('POST', '/app/keys', { name: 'Mine', role: 'admin', sub_account_id })).status).toBe(
        404,
      );
    expect((await send('DELETE', `/app/keys/${main!.key}`)).status).toBe(404);
  });

  it('see 100 keys and sub accounts at a time, with links to more', async () => {
    const [{ account }] = (await sql<{ account: number }>(
      `select account_id as account from gateway.users where email = '${OWNER.email}'`,
    )) as [{ account: number }];
    await sql(
      `insert into gateway.sub_accounts (account_id, name) select $1, 'Listed ' || n from generate_series(1, 150) n`,
      [account],
    );
    await sql(
      `insert into gateway.keys (account_id, sub_account_id, name, prefix, hash, role)
       select $1, s.id, 'Key of ' || s.name, 'rk_', sha256(s.name::bytea), 'user'
         from gateway.sub_accounts s where s.account_id = $1 and s.name like 'Listed %'`,
      [account],
    );
    const cookie = cookieOf(await signInByPassword());
    const open = async (path: string): Promise<string> =>
      (await ask(gateway, path, { headers: { cookie } })).text;
    const count = (text: string, part: string): number => text.split(part).length - 1;
    const first = await open('/app/keys');
    expect([count(first, 'data-key='), count(first, '<option value=')]).toEqual([100, 100]);
    expect(first).toContain('Find a sub account');
    const [, next] = /href="(\/app\/keys\?cursor=\d+)"/.exec(first) ?? [];
    const second = await open(next as string);
    expect(second).toContain('<td>Key of Listed 150</td>');
    expect(second).toContain('<td>Listed 150</td>');
    expect(second).toContain('<a href="/app/keys">First keys</a>');
    expect(second).not.toContain('More keys');
    const found = await open('/app/keys?q=listed%20149');
    expect(count(found, '<option value=')).toBe(1);
    await sql("delete from gateway.keys where name like 'Key of Listed %'");
    await sql("delete from gateway.sub_accounts where name like 'Listed %'");
  });
});

describe('the key of a session', () => {
  it('is looked up alone, however many keys there are', async () => {
    const plan = await administer(gateway.world.databaseUrl('gateway'), async (admin) => {
      await admin.query('begin');
      await admin.query('set local search_path = gateway');
      await admin.query(
        `insert into keys (account_id, sub_account_id, name, prefix, hash, role)
         select account_id, id, 'many', 'rk_', sha256(concat(id, '-', n)::bytea), 'user'
           from sub_accounts, generate_series(1, 20000) n where main`,
      );
      await admin.query('analyze keys');
      const rows = await admin.query<Record<string, string>>(
        `explain select from sessions s where s.hash = '' and ${hasWorkingKey('s.key_id')}`,
      );
      await admin.query('rollback');
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('(id = s.key_id)');
    expect(plan).not.toMatch(/Seq Scan on keys|hashed SubPlan/);
  });
});
