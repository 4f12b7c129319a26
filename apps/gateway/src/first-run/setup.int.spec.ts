import { Database } from '@plaudit/database';
import { eventually } from '@plaudit/testing';
import { type FirstAccess, onFirstAccess } from '../bootstrap/first-access';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { ask, cookieOf, ORIGIN, type PageAnswer, signIns } from '../sign-in/sign-in-world.suite';
import { SetupLinksRepository } from './setup-links.repository';
import { openGatewayDatabase } from '../gateway-database.suite';

let gateway: GatewayWorld;
let access: FirstAccess;
let form: Record<string, unknown>;
const { sql, signInByPassword, tokenIn, hasSession: signedIn } = signIns(() => gateway);

const SAVED = { email: 'noa@example.com', password: 'correct horse battery' };

beforeAll(async () => {
  const stopListening = onFirstAccess((announced) => (access = announced));
  gateway = await startGatewayWorld({ PUBLIC_URL: ORIGIN, BOOTSTRAP_EMAIL: 'owner@example.com' });
  stopListening();
  form = {
    ...SAVED,
    token: tokenIn(access.setupUrl),
    name: 'Noa Bergman',
    company_name: 'Acme Agency',
    time_zone: 'Europe/Berlin',
    language: 'de',
  };
});
afterAll(() => gateway.close());

const send = (changes: object = {}, headers: Record<string, string> = {}): Promise<PageAnswer> =>
  ask(gateway, '/app/setup', { method: 'POST', body: { ...form, ...changes }, headers });
const state = (): Promise<PageAnswer> => ask(gateway, '/app/setup/state');

/** The tests follow the life of the one link. */
describe('The set-up of a new installation', () => {
  it('is open at first, which a request without a session can read, and nothing else', async () => {
    expect(access.setupUrl).toMatch(/^http:\/\/plaudit\.localhost\/app\/setup#t=[\w-]{43}$/);
    const answer = await state();
    expect(answer.json()).toEqual({ success: true, open: true });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['is another random text', 'A'.repeat(43)],
    ['is empty', ''],
    ['is SQL', "' or true --"],
    ['is too long', 'A'.repeat(101)],
    ['is an object', { $ne: null }],
  ])('is refused if the token %s', async (_what, token) => {
    const answer = await send({ token });
    expect(answer.status).toBe(400);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('answers a wrong token without a hint, and records it', async () => {
    expect((await send({ token: 'B'.repeat(43) })).json()).toMatchObject({ code: 'invalid_credentials' });
    const [entry] = await sql<object>(
      "select actor_type, target_type, after from gateway.audit where action = 'user.sign_in_refused' order by id desc limit 1",
    );
    expect(entry).toMatchObject({ actor_type: 'anonymous', target_type: 'user', after: { by: 'link' } });
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['another host', { host: 'elsewhere.example' }],
  ])('is refused if %s sends it', async (_what, headers) => {
    expect((await send({}, headers)).status).toBe(403);
  });

  it.each([
    ['a weak password', 'password', 'short', 'weak_password'],
    ['a password that is too long', 'password', 'x'.repeat(257), 'validation_failed'],
    ['an invalid email', 'email', 'nobody', 'validation_failed'],
    ['a missing email', 'email', undefined, 'missing_field'],
    ['an empty name', 'name', ' ', 'validation_failed'],
    ['a company name that is too long', 'company_name', 'x'.repeat(192), 'validation_failed'],
    ['an offset as time zone', 'time_zone', '+02:00', 'validation_failed'],
    ['an unknown time zone', 'time_zone', 'Europe/Atlantis', 'validation_failed'],
    ['an unknown language', 'language', 'tlh', 'validation_failed'],
  ])('refuses %s, and stays open', async (_what, field, value, code) => {
    const answer = await send({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code, field });
    expect((await state()).json()).toMatchObject({ open: true });
  });

  it('is done once, although the form is sent several times at once and from another browser', async () => {
    const others = { email: 'other@example.com', password: 'another long password' };
    const first = await Promise.all([send(), send(), send()]);
    const second = await send(others);
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const answer of first) expect(await signedIn(cookieOf(answer))).toBe(true);
    expect(second.status).toBe(400);
    expect(second.json()).toMatchObject({
      code: 'already_set_up',
      msg: expect.stringContaining('sign in on /app/sign-in'),
    });
    expect(second.headers['set-cookie']).toBeUndefined();
    expect((await state()).json()).toMatchObject({ open: false });
    expect((await signInByPassword(others)).status).toBe(400);
  });

  it('saves the profile, and ends the credentials that were made up', async () => {
    const [stored] = await sql<object>(
      `select u.email, u.name, u.language, u.time_zone, a.company_name, a.time_zone as zone_of_account, s.name as main
         from gateway.users u join gateway.accounts a on a.id = u.account_id
           join gateway.sub_accounts s on s.account_id = a.id and s.main`,
    );
    const { name, language, time_zone, company_name } = form;
    expect(stored).toEqual({
      email: SAVED.email,
      name,
      language,
      time_zone,
      company_name,
      zone_of_account: time_zone,
      main: company_name,
    });
    const before = { email: access.email, password: access.password };
    expect((await signInByPassword(before)).status).toBe(400);
    expect((await signInByPassword(SAVED)).status).toBe(200);
  });

  it('is in the audit log by the user, and its token and password are nowhere', async () => {
    const entries = await sql<{ action: string }>(
      "select action from gateway.audit where actor_type = 'user' and action <> 'user.signed_in' order by id",
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'user.updated',
      'account.updated',
      'sub_account.updated',
      'user.set_up',
    ]);
    const [written] = await sql<{ text: string }>(
      `select concat((select string_agg(a::text, ' ') from gateway.audit a),
         (select string_agg(l::text, ' ') from gateway.setup_links l)) as text`,
    );
    for (const secret of [form['token'], SAVED.password]) {
      expect(written?.text).not.toContain(secret);
      expect(JSON.stringify(gateway.world.logs.lines)).not.toContain(secret);
    }
  });

  it('signs in when the same form is sent later, but not without the code of two-factor sign-in', async () => {
    expect((await send()).status).toBe(200);
    await sql('update gateway.users set two_factor_on = now()');
    expect((await send()).json()).toMatchObject({ code: 'already_set_up' });
    await sql('update gateway.users set two_factor_on = null');
  });

  it('lets one network fail at most 50 times in 15 minutes', async () => {
    await sql('delete from gateway.sign_in_attempts');
    const tries = Array.from({ length: 60 }, () => send({ token: 'C'.repeat(43) }));
    const codes = (await Promise.all(tries)).map((answer) => answer.json()['code']);
    expect(codes.filter((code) => code === 'already_set_up')).toHaveLength(50);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(10);
    await sql('delete from gateway.sign_in_attempts');
  });
});

describe('The setup link', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openGatewayDatabase(gateway);
  });
  afterAll(() => database.dataSource.destroy());
  beforeEach(async () => {
    await sql('delete from gateway.setup_links');
    await sql('update gateway.keys set last_used_on = null, deleted_at = null');
    await sql(
      `insert into gateway.setup_links (hash, user_id, key_id, expires_on)
       select sha256('token'), min(u.id), min(k.id), now() + interval '7 days' from gateway.users u, gateway.keys k`,
    );
  });

  const isOpen = async (): Promise<boolean> => (await new SetupLinksRepository(database).findOpen()) !== null;

  it('works while nothing else happened', async () => {
    expect(await isOpen()).toBe(true);
  });

  it('ends with the first use of the key', async () => {
    expect((await ask(gateway, '/public/v1/hello', { headers: basic(gateway.apiKey) })).status).toBe(200);
    await eventually(isOpen, (open) => !open, 'the use of the key to be written');
  });

  it.each([
    ['the key was deleted', 'update gateway.keys set deleted_at = now()'],
    ['seven days are over', "update gateway.setup_links set expires_on = expires_on - interval '7 days'"],
    ['it was used', 'update gateway.setup_links set used_on = now()'],
  ])('does not work after %s', async (_what, change) => {
    await sql(change);
    expect(await isOpen()).toBe(false);
  });

  it('ends with the first sign-in of its user, and not with that of another account', async () => {
    await sql(
      `with account as (
         insert into gateway.accounts (plan, company_name) values ('trial', 'Other') returning id)
       insert into gateway.users (account_id, email, password_hash, role)
       select account.id, 'stranger@example.com', u.password_hash, 'admin' from account, gateway.users u limit 1`,
    );
    const stranger = { ...SAVED, email: 'stranger@example.com' };
    expect((await signInByPassword(stranger)).status).toBe(200);
    expect(await isOpen()).toBe(true);
    expect((await signInByPassword(SAVED)).status).toBe(200);
    expect(await isOpen()).toBe(false);
  });
});
