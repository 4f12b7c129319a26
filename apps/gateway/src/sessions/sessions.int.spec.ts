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
const { sql, signInByPassword, signInByLink, linkToken, anotherAccount, hasSession } = signIns(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld();
});
afterAll(() => gateway.close());

describe('a session', () => {
  let cookie: string;

  beforeEach(async () => {
    cookie = cookieOf(await signInByPassword());
  });

  it('has its account in the access log, and neither a key nor the cookie', async () => {
    const id = `of-a-session-${process.pid}`;
    await ask(gateway, '/app/sessions', { headers: { cookie, 'x-request-id': id } });
    const [line] = await eventually(
      () => gateway.world.logs.requests().filter(({ request_id }) => request_id === id),
      (lines) => lines.length === 1,
      'the line of the request',
    );
    expect(line).toMatchObject({ route: '/app/sessions', account_id: 1 });
    expect([line?.sub_account_id, line?.key_id]).toEqual([undefined, undefined]);
    expect(JSON.stringify(line)).not.toContain(cookie.split('=')[1]);
  });

  it('ends when the user signs out', async () => {
    const out = await ask(gateway, '/app/session', { method: 'DELETE', headers: { cookie } });
    expect(out.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')]);
    expect(await hasSession(cookie)).toBe(false);
  });

  it.each<[string, (headers: Record<string, string>) => Promise<PageAnswer>]>([
    ['a password', (headers) => signInByPassword(OWNER, headers)],
    ['a link', async (headers) => signInByLink(await linkToken(), headers)],
  ])('ends when its browser signs in again by %s', async (_how, signIn) => {
    const otherBrowser = cookieOf(await signInByPassword());
    const newCookie = cookieOf(await signIn({ cookie }));
    expect(newCookie).not.toBe(cookie);
    expect(await hasSession(cookie)).toBe(false);
    expect(await hasSession(newCookie)).toBe(true);
    expect(await hasSession(otherBrowser)).toBe(true);
  });

  it('ends when another user signs in with the same browser', async () => {
    const { email, password } = await anotherAccount('next@example.com');
    expect((await signInByPassword({ email, password }, { cookie })).status).toBe(200);
    expect(await hasSession(cookie)).toBe(false);
  });

  it('survives a refused sign-in from the same browser', async () => {
    expect((await signInByPassword({ ...OWNER, password: 'wrong' }, { cookie })).status).toBe(400);
    expect((await signInByLink('x'.repeat(43), { cookie })).status).toBe(400);
    expect(await hasSession(cookie)).toBe(true);
  });

  it('never uses a token that the browser sent', async () => {
    const planted = `__Host-sid=${'x'.repeat(43)}`;
    const created = cookieOf(await signInByPassword(OWNER, { cookie: planted }));
    expect(created).not.toBe(planted);
    expect(await hasSession(planted)).toBe(false);
  });

  it.each([
    ['12 idle hours', "last_seen_on = last_seen_on - interval '12 hours'"],
    ['14 days', "expires_on = expires_on - interval '14 days'"],
  ])('ends after %s', async (_when, change) => {
    await sql(`update gateway.sessions set ${change}`);
    expect(await hasSession(cookie)).toBe(false);
  });

  it('stays valid while it is used', async () => {
    await sql("update gateway.sessions set last_seen_on = last_seen_on - interval '11 hours'");
    expect(await hasSession(cookie)).toBe(true);
    const [seen] = await sql<{ fresh: boolean }>(
      "select bool_or(last_seen_on > now() - interval '1 minute') as fresh from gateway.sessions",
    );
    expect(seen!.fresh).toBe(true);
  });

  it('is marked as used by one of the requests of a page, which arrive together', async () => {
    await administer(gateway.world.databaseUrl('gateway'), async (admin) => {
      await admin.query('set search_path = gateway');
      await admin.query(
        `create function count_writes() returns trigger language plpgsql as
           $$ begin perform nextval('gateway.session_writes'); return new; end $$`,
      );
      await admin.query('create sequence session_writes');
      await admin.query(
        'create trigger count_writes before update on sessions for each row execute function count_writes()',
      );
      await admin.query("update sessions set last_seen_on = now() - interval '2 minutes'");
      await admin.query("select setval('session_writes', 1)");
      await admin.query('grant usage on sequence session_writes to public');
      await admin.query('begin');
      await admin.query('select from sessions for update');
      const asked = Promise.all(
        Array.from({ length: 20 }, () => ask(gateway, '/app/session', { headers: { cookie } })),
      );
      // All of these have read the time of two minutes ago.
      await eventually(
        () =>
          sql(
            "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%set last_seen_on%'",
          ),
        ({ length }) => length > 1,
        'several requests that wait to mark the session',
      );
      await admin.query('commit');
      expect((await asked).map(({ status }) => status)).toEqual(Array(20).fill(200));
      const [writes] = await admin.query<{ last: number }>(
        'select last_value::int as last from session_writes',
      );
      await admin.query('drop trigger count_writes on sessions');
      expect(writes?.last).toBe(2);
    });
  });

  it('ends when the password changes', async () => {
    const [user] = await sql<{ id: number }>(`select id from gateway.users where email = '${OWNER.email}'`);
    const changed = await ask(gateway, `/public/v1/users/${user!.id}`, {
      method: 'PUT',
      headers: basic(gateway.apiKey),
      body: { password: OWNER.password },
    });
    expect(changed.status).toBe(200);
    expect(await hasSession(cookie)).toBe(false);
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
