import { Api, newEmail, PASSWORD } from '../accounts/accounts-world.suite';
import type { GatewayWorld } from '../gateway-world.suite';
import { keyAttempt, MovedClock, pageAttempt, type Replica, startReplica } from './replica.suite';
import { SignInAttemptsRepository } from './sign-in-attempts.repository';
import type { SignInAttempt } from './sign-in-throttle.service';
import { startSignInWorld } from './sign-in-world.suite';

const MINUTE = 60_000;

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

const times = (count: number, attempt: SignInAttempt): SignInAttempt[] =>
  Array.from({ length: count }, () => attempt);

/** Returns the `Cookie` header of a browser in which the user signed in, and those of `earlier` before. */
const cookieFor = (id: number, earlier?: string): string =>
  replica.throttle.rememberBrowser(id, earlier).split(';')[0]!;

async function addUser(email: string): Promise<number> {
  const added = await new Api(gateway.url, gateway.apiKey).post('/users', { email, password: PASSWORD });
  return added.body.id as number;
}

describe('failed sign-ins', () => {
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
});
