import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { clientNetwork } from '../proxy/network-of';

const MAX_ATTEMPTS = 5;
/** Stops an attacker who tries one password with many emails, and leaves room for an office behind one address. */
const MAX_ATTEMPTS_PER_NETWORK = 50;
const WINDOW_MS = 15 * 60_000;
const MAX_COUNTERS = 50_000;

/** Limits failed sign-ins: five in 15 minutes for one email from one client address, counted in this replica. */
@Injectable()
export class SignInThrottleService {
  /** The times of the attempts in milliseconds, oldest first. */
  private readonly attempts = new LRUCache<string, number[]>({ max: MAX_COUNTERS, ttl: WINDOW_MS });

  constructor(private readonly clock: Clock) {}

  /**
   * Counts an attempt before its outcome is known, so that concurrent attempts cannot all pass. Throws 429 if none are
   * left.
   */
  countAttempt(email: string, address: string): void {
    this.count(pairOf(email, address), MAX_ATTEMPTS, 'for this email');
  }

  /** Counts an attempt on the sign-in page, where no API key limits how many emails one address can try. */
  countPageAttempt(email: string, address: string): void {
    this.countAttempt(email, address);
    this.count(clientNetwork(address), MAX_ATTEMPTS_PER_NETWORK, 'from this address');
  }

  /** Resets the count of an email after a successful sign-in. */
  reset(email: string, address: string): void {
    this.attempts.delete(pairOf(email, address));
  }

  /**
   * Does the same after a sign-in on the page. Removes only this attempt from the count of the network: otherwise an
   * attacker who has an account could sign in to it to get new guesses.
   */
  resetAfterPage(email: string, address: string): void {
    this.reset(email, address);
    this.attempts.get(clientNetwork(address))?.pop();
  }

  private count(key: string, max: number, scope: string): void {
    const now = this.clock.now().getTime();
    const recent = (this.attempts.get(key) ?? []).filter((at) => now - at < WINDOW_MS);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= max) {
      const wait = Math.ceil((oldest + WINDOW_MS - now) / 1_000);
      throw new ApiError('rate_limited', `Too many sign-ins failed ${scope}; try again in ${wait} s.`, {
        retry_after_seconds: wait,
      });
    }
    this.attempts.set(key, [...recent, now]);
  }
}

function pairOf(email: string, address: string): string {
  return `${email.toLowerCase()} ${clientNetwork(address)}`;
}
