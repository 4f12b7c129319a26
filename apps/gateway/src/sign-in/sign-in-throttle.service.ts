import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, Randomness, Secrets } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { clientNetwork } from '../proxy/network-of';
import { KnownBrowserCookie } from '../sessions/known-browser';
import { allowsSecureCookies } from '../sessions/session-cookie';
import { canonicalEmail } from '../users/canonical-email';
import { type AttemptCounter, countedAt, hashesOf, tooManyAttempts, waitOfCounter } from './attempt-counters';
import { SignInAttemptsRepository } from './sign-in-attempts.repository';

/** An attempt to sign in with a password, on the sign-in page or through an API client. */
export interface SignInAttempt {
  by: 'page' | 'key';
  email: string;
  /** The client address. */
  address: string;
  /** The account whose users may sign in, or null for all accounts. */
  accountId: number | null;
  /** The Cookie header. */
  cookies?: string;
}

/** The counters of one attempt. */
interface Counters {
  /** The attempt is refused if one of these is exhausted. */
  gates: AttemptCounter[];
  /** The counters of each user. The password of a user whose counters are exhausted is not checked. */
  users: ReadonlyMap<number, AttemptCounter[]>;
}

/** An attempt that was counted as failed. */
export interface CountedAttempt extends Counters {
  at: Date;
  /** The users whose password may be checked. */
  userIds: readonly number[];
}

/**
 * Limits failed attempts to sign in, for all replicas together. An attempt is counted before its outcome is known, so
 * that concurrent attempts cannot all pass. The response depends on the counters of the email only, which exist whether
 * or not the email has a user. The counters of each user protect a user of another account that has the same email.
 */
@Injectable()
export class SignInThrottleService {
  private readonly knownBrowser: KnownBrowserCookie;

  constructor(
    env: GatewayEnv,
    secrets: Secrets,
    private readonly repository: SignInAttemptsRepository,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {
    this.knownBrowser = new KnownBrowserCookie(
      secrets.derive('known-browser'),
      allowsSecureCookies(env.PUBLIC_URL),
    );
  }

  /** Counts an attempt on the users with these ids, who have its email. Throws 429 if it has to wait. */
  async count(attempt: SignInAttempt, userIds: readonly number[]): Promise<CountedAttempt> {
    const now = this.clock.now();
    const counters = this.countersOf(attempt, userIds, now);
    const { gates, users } = counters;
    const all = allHashesOf(counters);
    return this.repository.exclusively(all, async (tx) => {
      const triedOn = await this.repository.find(tx, all);
      const wait = (counter: AttemptCounter): number => waitOfCounter(counter, triedOn, now);
      refuseIfExhausted(gates, wait);
      const allowed = [...users].filter(([, own]) => own.every((counter) => wait(counter) === 0));
      const counted = distinct([...gates, ...allowed.flatMap(([, own]) => own)]);
      await this.repository.add(tx, countedAt(counted, now), now);
      return { gates, users: new Map(allowed), at: now, userIds: allowed.map(([id]) => id) };
    });
  }

  /**
   * Resets the counters of an attempt that succeeded for these users. The counters of other users with this email stay.
   * The network gets back only this attempt: otherwise an attacker who has a user could sign in to get new guesses.
   */
  async forgive(counted: CountedAttempt, userIds: readonly number[]): Promise<void> {
    const { gates, users, at } = counted;
    const all = [...gates, ...[...users.values()].flat()];
    const own = [...gates, ...userIds.flatMap((id) => users.get(id) ?? [])];
    await this.repository.exclusively(allHashesOf(counted), async (tx) => {
      await this.repository.forget(tx, hashesOf(own.filter((counter) => !isOfNetwork(counter))));
      await this.repository.takeBack(tx, hashesOf(all.filter(isOfNetwork)), at);
    });
  }

  /** Takes back an attempt whose password could not be checked. */
  async takeBack(counted: CountedAttempt): Promise<void> {
    const all = allHashesOf(counted);
    await this.repository.exclusively(all, (tx) => this.repository.takeBack(tx, all, counted.at));
  }

  /** Returns a `Set-Cookie` value for the browser with these cookies, in which the user signed in. */
  rememberBrowser(userId: number, cookies: string | undefined): string {
    return this.knownBrowser.issue(userId, cookies, this.clock.now(), (count) =>
      this.randomness.bytes(count),
    );
  }

  /**
   * From a known browser, strangers' attempts on the network or email refuse nothing. The network then counts for those
   * users whom the browser does not know: otherwise an account could add users with the emails of others, sign in once
   * in its browser, and try passwords on all these emails. It counts with the users rather than as a gate, because 429
   * would reveal that there are such users.
   */
  private countersOf(attempt: SignInAttempt, userIds: readonly number[], now: Date): Counters {
    const known = attempt.by === 'page' ? this.knownBrowser.read(attempt.cookies, now) : null;
    const browser = known?.userIds.some((id) => userIds.includes(id)) ? known : null;
    const both = (what: string, id: string | number): AttemptCounter[] => [
      { rule: 'whole', counter: counterOf(attempt, what, id) },
      { rule: 'pair', counter: counterOf(attempt, what, id, clientNetwork(attempt.address)) },
    ];
    const network: AttemptCounter = {
      rule: attempt.by === 'page' ? 'pageNetwork' : 'keyNetwork',
      counter: counterOf(attempt, 'network', clientNetwork(attempt.address)),
    };
    return {
      gates: browser
        ? both('browser', browser.id)
        : [network, ...both('email', canonicalEmail(attempt.email))],
      users: new Map(
        userIds.map((id): [number, AttemptCounter[]] => {
          if (browser?.userIds.includes(id)) return [id, []];
          return [id, [...(browser ? [network] : []), ...both('user', id)]];
        }),
      ),
    };
  }
}

function refuseIfExhausted(
  gates: readonly AttemptCounter[],
  wait: (counter: AttemptCounter) => number,
): void {
  const [longest] = gates
    .map((gate) => ({ gate, ms: wait(gate) }))
    .toSorted((one, other) => other.ms - one.ms);
  if (!longest || longest.ms === 0) return;
  const scope = isOfNetwork(longest.gate) ? 'from this address' : 'for this email';
  throw tooManyAttempts(`sign-ins failed ${scope}`, longest.ms);
}

function isOfNetwork({ rule }: AttemptCounter): boolean {
  return rule === 'pageNetwork' || rule === 'keyNetwork';
}

function allHashesOf({ gates, users }: Counters): Buffer[] {
  return hashesOf(distinct([...gates, ...[...users.values()].flat()]));
}

/** Several users may share the counter of their network. */
function distinct(counters: readonly AttemptCounter[]): AttemptCounter[] {
  return [...new Map(counters.map((one) => [one.counter.toString('hex'), one])).values()];
}

/**
 * Counts pages and the keys of each account apart: strangers on the page cannot lock out the users of a reseller's
 * dashboard, and one account cannot find out what happens in another.
 */
function counterOf({ by, accountId }: SignInAttempt, ...parts: (string | number)[]): Buffer {
  const channel = by === 'page' ? ['page'] : ['key', accountId];
  return createHash('sha256')
    .update(JSON.stringify([...channel, ...parts]))
    .digest();
}
