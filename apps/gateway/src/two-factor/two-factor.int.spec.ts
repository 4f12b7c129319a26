import { administer, eventually } from '@plaudit/testing';
import { Secret } from 'otpauth';
import { COMMANDS } from '../cli/commands';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { people, type Person, type ProtectedPerson } from '../sign-in/people.suite';
import { ask, cookieOf, type PageAnswer, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import { codeAt } from './totp';

let gateway: GatewayWorld;
const { sql, callApi, signInByLink, tokenIn, hasSession } = signIns(() => gateway);
const { add, addProtected, send, signIn, protect, code, actionsOn } = people(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld();
});
afterAll(() => gateway.close());

const WRONG_CODE = '000000';
const start = (person: Person, password: unknown = person.password): Promise<PageAnswer> =>
  send(person, 'POST', '/app/two_factor/start', { password });
const isSignedIn = (person: Person): Promise<boolean> => hasSession(person.cookie);
const codesOf = (answers: PageAnswer[]): string[] =>
  answers
    .map((answer) => (answer.json().code as string | undefined) ?? 'success')
    .toSorted((one, other) => one.localeCompare(other));

describe('the setup of two-factor sign-in', () => {
  it('returns a secret as text, URI and QR code, and switches nothing on before a code confirms it', async () => {
    const person = await add();
    const answer = await start(person);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { secret, uri, qr_svg } = answer.json() as Record<string, string>;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Plaudit:${encodeURIComponent(person.email)}?issuer=Plaudit&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(qr_svg).toMatch(/^<svg /);
    expect((await signIn(person)).status).toBe(200);
  });

  it.each([
    [undefined, 'missing_field'],
    ['not the password', 'invalid_credentials'],
  ])('needs the password and refuses %p with %s', async (password, expected) => {
    const answer = await send(await add(), 'POST', '/app/two_factor/start', { password });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: expected, field: 'password' });
  });

  it('refuses a wrong code, the code of an earlier setup, and a code before any setup', async () => {
    const person = await add();
    const confirm = (typed: string): Promise<PageAnswer> =>
      send(person, 'POST', '/app/two_factor/confirm', { code: typed, password: person.password });
    const earlier = String((await start(person)).json().secret);
    await start(person);
    for (const typed of [WRONG_CODE, codeAt(earlier, new Date()), '', '12345678'])
      expect((await confirm(typed)).json()).toMatchObject({ code: 'invalid_value', field: 'code' });
    const other = await add();
    const unstarted = await send(other, 'POST', '/app/two_factor/confirm', {
      code: WRONG_CODE,
      password: other.password,
    });
    expect(unstarted.json()).toMatchObject({ code: 'invalid_value' });
    expect((await signIn(person)).status).toBe(200);
  });

  it('is not confirmed without the password, so that a stolen session cannot guess the code', async () => {
    const person = await add();
    const secret = String((await start(person)).json().secret);
    const refused = await send(person, 'POST', '/app/two_factor/confirm', {
      code: codeAt(secret, new Date()),
    });
    expect(refused.json()).toMatchObject({ code: 'missing_field', field: 'password' });
    expect((await signIn(person)).status).toBe(200);
  });

  it('stores the secret encrypted and the recovery codes as hashes', async () => {
    const { id, secret, recoveryCodes } = await addProtected();
    const [row] = await sql<{ text: string; secret_enc: Buffer }>(
      `select t::text as text, t.secret_enc from gateway.two_factors t where user_id = ${id}`,
    );
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
    expect(row!.secret_enc.includes(secret)).toBe(false);
    expect(row!.secret_enc.includes(bytes)).toBe(false);
    for (const plain of recoveryCodes) {
      expect(row!.text).not.toContain(plain);
      expect(row!.text).not.toContain(Buffer.from(plain).toString('hex'));
    }
  });

  it('ends the sessions that were started without a code and keeps that of the browser', async () => {
    const person = await add();
    const elsewhere = { ...person, cookie: cookieOf(await signIn(person)) };
    const before = person.cookie;
    await protect(person);
    expect(person.cookie).not.toBe(before);
    expect(await isSignedIn(person)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect((await start(person)).json()).toMatchObject({ code: 'invalid_value' });
    expect(await actionsOn(person)).toContain('user.two_factor_enabled');
  });

  it('refuses a sign-in without a code that waits while the setup is confirmed', async () => {
    const person = await add();
    const waiting = await administer(gateway.world.databaseUrl('gateway'), async (admin) => {
      await admin.query('begin');
      await admin.query(`update gateway.users set two_factor_on = now() where id = ${person.id}`);
      const answer = signIn(person);
      await eventually(
        () =>
          sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
        (rows) => rows.length === 1,
        'the sign-in to wait for the change',
      );
      await admin.query('commit');
      return answer;
    });
    expect(waiting.json()).toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('a sign-in with two-factor', () => {
  let person: ProtectedPerson;
  beforeEach(async () => {
    person = await addProtected();
  });

  it('needs a code after the right password, and does not reveal that to a wrong password', async () => {
    const missing = await signIn(person);
    expect(missing.status).toBe(400);
    expect(missing.json()).toMatchObject({ code: 'two_factor_required', field: 'code' });
    const wrong = await signIn({ ...person, password: 'not theirs' });
    expect(wrong.json()).toMatchObject({ code: 'invalid_credentials' });
    expect((await signIn(person, await code(person))).status).toBe(200);
  });

  it('refuses a wrong code like a wrong password and records it', async () => {
    expect((await signIn(person, WRONG_CODE)).json()).toMatchObject({
      code: 'invalid_credentials',
      field: 'code',
    });
    expect(await actionsOn(person)).toContain('user.sign_in_refused');
  });

  it('accepts each code once, also from concurrent requests', async () => {
    const current = await code(person);
    const answers = await Promise.all([1, 2, 3].map(() => signIn(person, current)));
    expect(codesOf(answers)).toEqual(['invalid_credentials', 'invalid_credentials', 'success']);
    expect((await signIn(person, current)).json()).toMatchObject({ code: 'invalid_credentials' });
  });

  it('accepts each recovery code once, however it is spelled, and records its use', async () => {
    const [first = '', second = ''] = person.recoveryCodes;
    const answers = await Promise.all(
      [first, first.toLowerCase(), first.replaceAll('-', ' ')].map((typed) => signIn(person, typed)),
    );
    expect(codesOf(answers)).toEqual(['invalid_credentials', 'invalid_credentials', 'success']);
    expect((await signIn(person, second)).status).toBe(200);
    expect((await actionsOn(person)).filter((action) => action === 'user.recovery_code_used')).toHaveLength(
      2,
    );
  });

  it('refuses every code for a growing time after too many wrong ones', async () => {
    const setGuesses = (failures: number): Promise<unknown> =>
      sql('update gateway.two_factors set failures = $2, blocked_until = null where user_id = $1', [
        person.id,
        failures,
      ]);
    const waitAfter = async (failures: number): Promise<number> => {
      await setGuesses(failures);
      await signIn(person, WRONG_CODE);
      const refused = (await signIn(person, await code(person))).json();
      expect(refused).toMatchObject({ code: 'rate_limited', field: 'code' });
      return Number(refused.retry_after_seconds);
    };
    const short = await waitAfter(4);
    expect(short).toBeGreaterThan(0);
    expect(short).toBeLessThanOrEqual(30);
    expect(await waitAfter(30)).toBeGreaterThan(3_500);
    await sql('update gateway.two_factors set blocked_until = now() where user_id = $1', [person.id]);
    expect((await signIn(person, await code(person))).status).toBe(200);
    const [row] = await sql<{ failures: number }>(
      `select failures from gateway.two_factors where user_id = ${person.id}`,
    );
    expect(row!.failures).toBe(0);
  });

  it('counts concurrent guesses one after another', async () => {
    await sql('update gateway.two_factors set failures = 4 where user_id = $1', [person.id]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(person, WRONG_CODE)));
    expect(codesOf(answers)).toEqual(['invalid_credentials', 'rate_limited', 'rate_limited', 'rate_limited']);
  });

  it('needs the code for a one-time link, which then works without another code', async () => {
    const { email, password } = person;
    const askForLink = (body: object): Promise<PageAnswer> =>
      callApi('/login/get_url', { email, password, ...body });
    expect((await askForLink({})).json()).toMatchObject({ code: 'two_factor_required', field: 'code' });
    expect((await askForLink({ code: WRONG_CODE })).json()).toMatchObject({ code: 'invalid_credentials' });
    const link = await askForLink({ code: await code(person) });
    expect(link.status).toBe(200);
    expect((await signInByLink(tokenIn(link.json().url))).status).toBe(200);
  });

  it('ignores the code of a user without two-factor', async () => {
    expect((await signIn(await add(), WRONG_CODE)).status).toBe(200);
  });
});

describe('two-factor sign-in that is on', () => {
  it('is switched off with password and code only, and ends the other sessions', async () => {
    const person = await addProtected();
    const off = (body: object): Promise<PageAnswer> =>
      send(person, 'POST', '/app/two_factor/switch_off', body);
    const { password } = person;
    expect((await off({ code: await code(person) })).json()).toMatchObject({ field: 'password' });
    expect((await off({ password })).json()).toMatchObject({ code: 'two_factor_required' });
    expect((await off({ password, code: WRONG_CODE })).json()).toMatchObject({ field: 'code' });
    const elsewhere = { ...person, cookie: cookieOf(await signIn(person, await code(person))) };
    const done = await off({ password, code: await code(person) });
    expect(done.status).toBe(200);
    person.cookie = cookieOf(done);
    expect(await isSignedIn(person)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect((await signIn(person)).status).toBe(200);
    expect(await actionsOn(person)).toContain('user.two_factor_disabled');
    expect((await off({ password })).json()).toMatchObject({ code: 'invalid_value' });
  });

  it('is shown with the number of recovery codes that are left', async () => {
    const status = async (cookie: string): Promise<object> =>
      (await send({ cookie }, 'GET', '/app/two_factor')).json();
    expect(await status((await add()).cookie)).toEqual({ success: true, on: false, recovery_codes_left: 0 });
    const guarded = await addProtected();
    const cookie = cookieOf(await signIn(guarded, guarded.recoveryCodes[0]));
    expect(await status(cookie)).toEqual({ success: true, on: true, recovery_codes_left: 9 });
  });

  it('replaces its recovery codes with password and code', async () => {
    const person = await addProtected();
    const [old = ''] = person.recoveryCodes;
    const replace = (body: object): Promise<PageAnswer> =>
      send(person, 'POST', '/app/two_factor/recovery_codes', body);
    expect((await replace({ password: person.password })).status).toBe(400);
    const replaced = await replace({ password: person.password, code: await code(person) });
    const fresh = replaced.json().recovery_codes as string[];
    expect(fresh).toHaveLength(10);
    expect((await signIn(person, old)).status).toBe(400);
    expect((await signIn(person, fresh[9])).status).toBe(200);
    expect(await actionsOn(person)).toContain('user.recovery_codes_replaced');
  });

  it('is reset by an admin key, which ends the sessions of the user', async () => {
    const person = await addProtected();
    const path = `/public/v1/users/${person.id}`;
    const call = (method: string, at: string, apiKey = gateway.apiKey): Promise<PageAnswer> =>
      ask(gateway, at, { method, headers: basic(apiKey) });
    expect((await call('GET', path)).json()).toMatchObject({ two_factor: true });
    expect((await call('DELETE', `${path}/two_factor`)).json()).toEqual({ success: true });
    expect((await call('GET', path)).json()).toMatchObject({ two_factor: false });
    expect(await isSignedIn(person)).toBe(false);
    expect((await signIn(person)).status).toBe(200);
    expect((await call('DELETE', `${path}/two_factor`)).status).toBe(200);
    expect((await actionsOn(person)).filter((action) => action === 'user.two_factor_reset')).toHaveLength(1);
    expect((await call('DELETE', '/public/v1/users/999999/two_factor')).status).toBe(404);
  });

  it.each([
    ['the role user', { role: 'user' as const, accountManagement: true }],
    ['fewer scopes than an admin', { accountManagement: true, scopes: ['account:manage'] }],
  ])('is not reset by a key with %s', async (_what, key) => {
    const person = await addProtected();
    const refused = await ask(gateway, `/public/v1/users/${person.id}/two_factor`, {
      method: 'DELETE',
      headers: basic(await gateway.addKey(key)),
    });
    expect(refused.status).toBe(403);
    expect((await signIn(person)).json()).toMatchObject({ code: 'two_factor_required' });
  });

  it('is reset by the operator of the server', async () => {
    const person = await addProtected();
    const [account] = await sql<{ id: number }>('select min(account_id) as id from gateway.users');
    const lines: string[] = [];
    const reset = (email: string): Promise<void> =>
      COMMANDS['reset-two-factor']!({
        options: { account: String(account!.id), email },
        env: { DATABASE_URL: gateway.world.databaseUrl('gateway') },
        print: (line) => lines.push(line),
      });
    await reset(person.email.toUpperCase());
    expect(lines).toHaveLength(1);
    expect((await signIn(person)).status).toBe(200);
    await expect(reset('nobody@example.com')).rejects.toThrow('has no user with the email');
  });
});
