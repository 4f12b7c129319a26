import { eventually, SmtpStandIn } from '@plaudit/testing';
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
import { NEW_PASSWORD, passwordResets, tokensIn } from './password-reset.suite';

const VANITY = 'reviews.acme.example';
const ENDED = {
  success: false,
  code: 'invalid_credentials',
  msg: 'This link does not work any more; ask for a new one.',
};

let gateway: GatewayWorld;
let server: SmtpStandIn;
const {
  sql,
  verifiedDomain,
  anotherAccount,
  signInByPassword,
  hasSession: isSignedIn,
} = signIns(() => gateway);
const { forgot, reset, mailTo, waiting, tokenFor, stored } = passwordResets(
  () => gateway,
  () => server,
);
const { add, addProtected, actionsOn, code } = people(() => gateway);

beforeAll(async () => {
  server = await SmtpStandIn.start();
  gateway = await startSignInWorld({ SMTP_URL: server.url, MAIL_FROM: 'Plaudit <plaudit@example.net>' });
});
afterAll(async () => {
  await gateway.close();
  await server.close();
});
beforeEach(async () => {
  server.mails.length = 0;
  server.follow({});
  await sql('delete from gateway.sign_in_attempts');
});

describe('A forgotten password', () => {
  it('is replaced for a user of an international domain, whose mails have it in ASCII', async () => {
    await anotherAccount('noa@Bücher.example');
    expect((await forgot('\ufeffnoa@bücher.example\u200b')).status).toBe(200);
    expect(await mailTo('noa@xn--bcher-kva.example')).toContain('/app/reset#t=');
  });

  it('is replaced by the link of a mail, which ends all sessions and signs in', async () => {
    const person = await add({ name: 'Noa Bergman' });
    const token = await tokenFor(person);
    const mail = await mailTo(person.email);
    expect(mail).toContain(`To: ${person.email}`);
    expect(mail).not.toContain('Noa');
    expect(mail).toContain(`Subject: A new password for ${HOST}`);
    expect(mail).toContain(`http://${HOST}/app/reset#t=${token}`);
    const entered = await reset(token);
    expect(entered.status).toBe(200);
    expect(await isSignedIn(cookieOf(entered))).toBe(true);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect((await signInByPassword(person)).status).toBe(400);
    expect((await signInByPassword({ ...person, password: NEW_PASSWORD })).status).toBe(200);
    expect((await actionsOn(person)).slice(-4)).toEqual([
      'user.password_reset',
      'user.signed_in',
      'user.sign_in_refused',
      'user.signed_in',
    ]);
  });

  it('leaves no token in tables and logs', async () => {
    const person = await add();
    const token = await tokenFor(person);
    await reset('D'.repeat(43));
    const [written] = await sql<{ text: string }>(
      `select concat((select string_agg(a::text, ' ') from gateway.audit a),
         (select string_agg(r::text, ' ') from gateway.password_resets r),
         (select string_agg(m::text, ' ') from gateway.reset_mails m)) as text`,
    );
    expect(written?.text).toContain('user.password_reset_requested');
    for (const text of [written?.text, JSON.stringify(gateway.world.logs.lines)]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(NEW_PASSWORD);
    }
  });

  it('has the same response as that of an unknown email, for which nothing is stored or sent', async () => {
    const person = await add();
    const before = await stored();
    const unknown = await forgot('stranger@example.com');
    expect(await stored()).toEqual(before);
    const known = await forgot(person.email);
    const shape = ({ status, headers, text }: PageAnswer): unknown => [status, Object.keys(headers), text];
    expect(shape(unknown)).toEqual(shape(known));
    expect(unknown.json()).toEqual({ success: true, delivery: 'mail_server' });
    await mailTo(person.email);
    expect(server.mails).toHaveLength(1);
  });

  it('is replaced by a mail in the language that the user chose', async () => {
    const person = await add();
    await sql("update gateway.users set language = 'de' where id = $1", [person.id]);
    await tokenFor(person);
    expect(await mailTo(person.email)).toContain('ein neues Passwort angefordert');
  });
});

describe('A link for a new password', () => {
  it('works for one of many concurrent requests, and for none after that', async () => {
    const token = await tokenFor(await add());
    const attempts = await Promise.all(Array.from({ length: 6 }, () => reset(token)));
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = attempts.find(({ status }) => status !== 200)!;
    expect(refused.json()).toMatchObject(ENDED);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await reset(token)).json()).toMatchObject(ENDED);
  });

  it.each([
    ['an hour passed', async () => sql('update gateway.password_resets set expires_on = now()')],
    ['its user was deleted', async ({ id }: Person) => sql('delete from gateway.users where id = $1', [id])],
    ['a later one was sent', async (person: Person) => tokenFor(person, 2)],
    [
      'an admin set another password',
      async ({ id }: Person) =>
        ask(gateway, `/public/v1/users/${id}`, {
          method: 'PUT',
          body: { password: 'set by an admin' },
          headers: { authorization: `Bearer ${gateway.apiKey}` },
        }),
    ],
  ])('does not work after %s', async (_what, change) => {
    const person = await add();
    const token = await tokenFor(person);
    await change(person);
    expect((await reset(token)).json()).toMatchObject(ENDED);
    expect((await signInByPassword({ ...person, password: NEW_PASSWORD })).status).toBe(400);
  });

  it.each([['E'.repeat(43)], [''], ["' or true --"], ['x'.repeat(101)], [null]])(
    'is refused if its token is %p',
    async (token) => {
      expect((await reset(token)).status).toBe(400);
    },
  );

  it('can be used again after a weak password, which changes nothing', async () => {
    const person = await add();
    const token = await tokenFor(person);
    expect((await reset(token, { password: 'short' })).json()).toMatchObject({ code: 'weak_password' });
    expect((await reset(token, { password: 'x'.repeat(257) })).status).toBe(400);
    expect(await isSignedIn(person.cookie)).toBe(true);
    expect((await reset(token)).status).toBe(200);
  });

  it('does not replace the code of two-factor sign-in', async () => {
    const person = await addProtected();
    const token = await tokenFor(person);
    expect((await reset(token)).json()).toMatchObject({ code: 'two_factor_required', field: 'code' });
    expect((await reset(token, { code: '000000' })).json()).toMatchObject({ field: 'code' });
    expect(await isSignedIn(person.cookie)).toBe(true);
    expect((await reset(token, { code: await code(person) })).status).toBe(200);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['an unknown host', { host: 'elsewhere.example' }],
  ])('is neither requested nor used by %s', async (_what, headers) => {
    const person = await add();
    const before = await stored();
    expect((await forgot(person.email, headers)).status).toBe(403);
    expect(await stored()).toEqual(before);
    expect((await reset(await tokenFor(person), {}, headers)).status).toBe(403);
  });
});

describe('Requests of new passwords', () => {
  it.each([
    ['known', async () => (await add()).email],
    ['unknown', async () => 'flooded@example.com'],
  ])('for one %s email pass five times from one address, in every spelling', async (_what, emailOf) => {
    const email = await emailOf();
    const spellings = [email, email.toUpperCase(), ` ${email}`, email, `${email} `, email, email];
    const statuses: number[] = [];
    for (const spelling of spellings) statuses.push((await forgot(spelling)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const refused = await forgot(email);
    expect(refused.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('store one mail to a user while the mail server is down, without a token, and it is sent later', async () => {
    const { port } = server;
    const person = await add();
    await server.close();
    for (let asked = 0; asked < 3; asked += 1) await forgot(person.email);
    await waiting();
    await server.listen(port);
    await sql('update gateway.reset_mails set due_at = now()');
    await gateway.sendMails();
    const [token] = tokensIn(await mailTo(person.email));
    expect((await reset(token)).status).toBe(200);
    expect(server.mails).toHaveLength(1);
  });

  it('are given up after an hour, even if the mail server takes mails again', async () => {
    server.follow({ rcpt: '450 4.2.0 Try later' });
    const person = await add();
    await forgot(person.email);
    await waiting();
    // From now on the server would take the mail.
    server.follow({});
    await sql("update gateway.reset_mails set occurred_on = now() - interval '1 hour', due_at = now()");
    await gateway.sendMails();
    await eventually(
      () => sql('select 1 from gateway.reset_mails'),
      (rows) => rows.length === 0,
      'no mail to be left',
    );
    expect(server.mails).toEqual([]);
  });

  it.each([[''], ['x'.repeat(255)], [null], [['a@example.com']]])(
    'are refused if the email is %p',
    async (email) => {
      expect((await forgot(email)).status).toBe(400);
    },
  );
});

describe('An invitation of a new user', () => {
  let count = 0;
  beforeAll(() => sql('update gateway.users set language = null'));
  const asKey = (method: string, path: string, body?: object): Promise<PageAnswer> =>
    ask(gateway, `/public/v1${path}`, { method, body, headers: basic(gateway.apiKey) });
  /** Invites a person, by default a plain user. */
  async function invite(more: object = {}): Promise<{ id: number; email: string }> {
    const email = `invited-${(count += 1)}@example.com`;
    const added = await asKey('POST', '/users', { email, invite: true, ...more });
    expect([added.status, added.json()]).toEqual([200, { success: true, id: expect.any(Number) }]);
    return { id: Number(added.json().id), email };
  }
  const invitedUntil = async ({ id }: { id: number }): Promise<unknown> =>
    (await asKey('GET', `/users/${id}`)).json().invited_until;
  const look = (token: unknown): Promise<PageAnswer> =>
    ask(gateway, '/app/password/link', { method: 'POST', body: { token } });
  const tokenOf = async (email: string, mails?: number): Promise<string> =>
    tokensIn(await mailTo(email, mails))[0] as string;

  it('is a mail without a word of the account, whose link names the person, sets name and password and signs in', async () => {
    const person = await invite({ name: 'Ada Example' });
    const mail = await mailTo(person.email);
    expect(mail).toContain(`Subject: Your access to ${HOST}`);
    expect(mail).not.toMatch(/Ada|Acme/);
    const days = (Date.parse(`${String(await invitedUntil(person))}Z`) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    const token = tokensIn(mail)[0];
    expect((await look(token)).json()).toEqual({
      success: true,
      email: person.email,
      name: 'Ada Example',
      invited: true,
    });
    expect((await reset(token, { name: ' ' })).json()).toMatchObject({ field: 'name' });
    const entered = await reset(token, { name: 'Ada B. Example' });
    expect(entered.status).toBe(200);
    expect(await isSignedIn(cookieOf(entered))).toBe(true);
    expect((await asKey('GET', `/users/${person.id}`)).json()).toMatchObject({
      name: 'Ada B. Example',
      invited_until: null,
    });
    expect((await signInByPassword({ ...person, password: NEW_PASSWORD })).status).toBe(200);
    expect((await reset(token)).json()).toMatchObject(ENDED);
    expect((await look(token)).json()).toMatchObject(ENDED);
    expect((await actionsOn({ ...person, password: '', cookie: '' })).slice(0, 4)).toEqual([
      'user.created',
      'user.invited',
      'user.invitation_accepted',
      'user.signed_in',
    ]);
  });

  it('has the language of the account, whose members the person cannot have chosen one of', async () => {
    await sql("update gateway.users set language = 'de' where id = (select min(id) from gateway.users)");
    expect(await mailTo((await invite()).email)).toContain('Subject: Ihr Zugang zu');
    await sql('update gateway.users set language = null');
  });

  it('is sent again on request, which ends the link before, and works again after it had expired', async () => {
    const person = await invite();
    const first = await tokenOf(person.email);
    await sql("update gateway.users set invited_on = invited_on - interval '8 days' where id = $1", [
      person.id,
    ]);
    await sql("update gateway.password_resets set expires_on = expires_on - interval '8 days'");
    expect((await reset(first)).json()).toMatchObject(ENDED);
    const repeated = await asKey('POST', `/users/${person.id}/invite`);
    expect([repeated.status, repeated.json()]).toMatchObject([200, { id: person.id, email: person.email }]);
    const second = await tokenOf(person.email, 2);
    expect((await reset(first)).json()).toMatchObject(ENDED);
    expect((await reset(second)).status).toBe(200);
    const late = await asKey('POST', `/users/${person.id}/invite`);
    expect([late.status, late.json()]).toMatchObject([400, { code: 'invalid_value', field: 'id' }]);
  });

  it('ends when the user gets a password or is deleted', async () => {
    const [served, deleted] = [await invite(), await invite()];
    const tokens = [await tokenOf(served.email), await tokenOf(deleted.email)];
    expect((await asKey('PUT', `/users/${served.id}`, { password: NEW_PASSWORD })).status).toBe(200);
    expect((await asKey('DELETE', `/users/${deleted.id}`)).status).toBe(200);
    for (const token of tokens) expect((await reset(token)).json()).toMatchObject(ENDED);
    expect(await invitedUntil(served)).toBeNull();
  });

  it('still works after the user got another role, as the list of users says', async () => {
    const person = await invite();
    const token = await tokenOf(person.email);
    expect((await asKey('PUT', `/users/${person.id}`, { role_id: 1 })).status).toBe(200);
    expect(await invitedUntil(person)).not.toBeNull();
    expect((await reset(token)).status).toBe(200);
  });

  it('keeps its time if the person asks for a new password meanwhile, and only the newest link works', async () => {
    const person = await invite();
    const first = await tokenOf(person.email);
    const token = await tokenFor(person, 2);
    await sql("update gateway.password_resets set expires_on = expires_on - interval '6 days'");
    expect((await reset(first)).json()).toMatchObject(ENDED);
    expect((await reset(token)).status).toBe(200);
  });

  it('signs an admin in who must set up two-factor sign-in, and who can do nothing else before', async () => {
    await sql('update gateway.accounts set require_two_factor = true');
    const person = await invite({ role_id: 1 });
    const cookie = cookieOf(await reset(await tokenOf(person.email)));
    const session = await ask(gateway, '/app/session', { headers: { cookie } });
    expect(session.json()).toMatchObject({ session: { must_set_up_two_factor: true } });
    await sql('update gateway.accounts set require_two_factor = false');
  });

  it.each([
    ['a password beside it', { invite: true, password: NEW_PASSWORD }, 'password'],
    ['neither', { invite: false }, 'password'],
    ['a word instead of true', { invite: 'yes', password: NEW_PASSWORD }, 'invite'],
  ])('is refused with %s', async (_what, body, field) => {
    const refused = await asKey('POST', '/users', { email: 'nobody@example.com', ...body });
    expect([refused.status, refused.json().field]).toEqual([400, field]);
  });

  it('is refused to editors, to an address after five mails, and to an account after fifty', async () => {
    const editor = await add({ role_id: 3 });
    const body = { email: 'stranger@example.com', invite: true };
    const headers = { cookie: editor.cookie, 'x-sub-account': '1' };
    expect((await ask(gateway, '/app/api/users', { method: 'POST', body, headers })).status).toBe(403);
    const person = await invite();
    const repeat = (): Promise<PageAnswer> => asKey('POST', `/users/${person.id}/invite`);
    for (let sent = 1; sent < 5; sent += 1) expect((await repeat()).status).toBe(200);
    expect([(await repeat()).status, (await invite()).id]).toEqual([429, expect.any(Number)]);
    expect((await forgot(person.email)).status).toBe(200);
    await sql(
      'update gateway.sign_in_attempts set tried_on = array_fill(now(), array[50]) where cardinality(tried_on) > 5',
    );
    const refused = await asKey('POST', '/users', body);
    expect([refused.status, refused.json().code]).toEqual([429, 'rate_limited']);
    expect(refused.json().msg).toContain('Too many invitations');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600);
  });
});

describe('A person with users in several accounts', () => {
  let person: Person;

  beforeEach(async () => {
    person = await add();
    await anotherAccount(person.email);
  });

  it('gets one mail with a link for each account, and each link changes one of them', async () => {
    await forgot(person.email);
    const mail = await mailTo(person.email);
    const [first, second, ...more] = tokensIn(mail) as [string, string];
    expect(more).toEqual([]);
    expect(mail.match(/^Account \d+, yours since \d{4}-\d\d-\d\d:\r\nhttp/gm)).toHaveLength(2);
    expect(mail).not.toMatch(/My company|Other/);
    expect((await reset(second)).status).toBe(200);
    expect(await isSignedIn(person.cookie)).toBe(true);
    expect((await reset(first, { password: 'yet another password' })).status).toBe(200);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect((await actionsOn(person)).filter((action) => action === 'user.password_reset')).toHaveLength(1);
  });

  it('gets the links of the last of two requests on different domains, as soon as it was sent', async () => {
    await verifiedDomain(VANITY);
    const { port } = server;
    await server.close();
    await forgot(person.email);
    await waiting();
    await sql('update gateway.reset_mails set attempts = 9');
    await forgot(person.email, { host: VANITY });
    await waiting();
    await server.listen(port);
    await sql('update gateway.reset_mails set due_at = now()');
    await gateway.sendMails();
    const mail = await mailTo(person.email);
    expect(mail).not.toContain(HOST);
    expect(tokensIn(mail)).toHaveLength(1);
    await sql('delete from gateway.vanity_domains');
    await sql('update gateway.accounts set vanity_url = null');
  });

  it('gets a mail for a request that arrives while the mail of an earlier one is sent', async () => {
    await sql(
      `insert into gateway.reset_mails (user_id, white_label, lease_id, lease_until)
       values ($1, false, gen_random_uuid(), now() + interval '5 minutes')`,
      [person.id],
    );
    expect((await forgot(person.email)).status).toBe(200);
    await mailTo(person.email);
  });

  it('gets the link of one account on its white-label domain, to that domain', async () => {
    await verifiedDomain(VANITY);
    const onVanityHost = { host: VANITY };
    expect((await forgot(person.email, onVanityHost)).status).toBe(200);
    const mail = await mailTo(person.email);
    expect(mail).not.toContain(HOST);
    const [token, ...more] = tokensIn(mail);
    expect(mail).toContain(`http://${VANITY}/app/reset#t=${token}`);
    expect(more).toEqual([]);
    const entered = await reset(token, {}, onVanityHost);
    const cookie = cookieOf(entered);
    expect(await isSignedIn(cookie, onVanityHost)).toBe(true);
    expect(await isSignedIn(cookie)).toBe(false);
    const stranger = await anotherAccount('elsewhere@example.com');
    expect((await reset(await tokenFor(stranger), {}, onVanityHost)).json()).toMatchObject(ENDED);
    const before = await stored();
    expect((await forgot(stranger.email, onVanityHost)).status).toBe(200);
    expect(await stored()).toEqual(before);
  });
});
