import { ApiError } from '@plaudit/contracts';
import { ATTEMPT_RULES, type AttemptRuleName, waitOf } from './attempt-rules';
import type { CountedOn } from './sign-in-attempts.repository';

/** A counter of attempts and the rule that it has. */
export interface AttemptCounter {
  rule: AttemptRuleName;
  /** SHA-256 of what is counted. */
  counter: Buffer;
}

/** Returns how long the next attempt of a counter must wait. `triedOn` has the earlier attempts by the counter as hex. */
export function waitOfCounter(
  { rule, counter }: AttemptCounter,
  triedOn: ReadonlyMap<string, Date[]>,
  now: Date,
): number {
  return waitOf(rule, triedOn.get(counter.toString('hex')) ?? [], now);
}

/** Returns what to store about an attempt at `now`. */
export function countedAt(counters: readonly AttemptCounter[], now: Date): CountedOn[] {
  return counters.map(({ rule, counter }) => ({
    counter,
    expiresOn: new Date(now.getTime() + ATTEMPT_RULES[rule].windowMs),
  }));
}

/** Returns the hashes of the counters. */
export function hashesOf(counters: readonly AttemptCounter[]): Buffer[] {
  return counters.map(({ counter }) => counter);
}

/** 429: `what` has happened too often. */
export function tooManyAttempts(what: string, waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1_000);
  return new ApiError('rate_limited', `Too many ${what}; try again in ${seconds} s.`, {
    retry_after_seconds: seconds,
  });
}
