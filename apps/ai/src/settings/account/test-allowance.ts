import { LRUCache } from 'lru-cache';

const MAX_TESTS = 10;
const PER_MS = 60_000;
const ONE_TEST_MS = PER_MS / MAX_TESTS;
const MAX_ACCOUNTS = 5_000;

/** Lets each account make 10 tests at once, and another one every 6 s. It counts those of this process. */
export class TestAllowance {
  /** When the allowance of an account will be full again, in milliseconds. */
  private readonly fullAt = new LRUCache<number, number>({ max: MAX_ACCOUNTS });

  /** Takes one test. Returns 0, or the milliseconds until the account may make one. */
  take(accountId: number, now: number): number {
    // A clock that was set back must not make an account wait for longer.
    const known = Math.min(this.fullAt.get(accountId) ?? now, now + PER_MS);
    const fullAt = Math.max(now, known) + ONE_TEST_MS;
    const waitMs = fullAt - now - PER_MS;
    if (waitMs > 0) return waitMs;
    this.fullAt.set(accountId, fullAt);
    return 0;
  }
}
