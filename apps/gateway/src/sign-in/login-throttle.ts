import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { clientNetwork } from '../proxy/network-of';

const TRIES = 5;
/** Of whoever guesses one password for many emails, and of an office behind one address. */
const TRIES_OF_NETWORK = 50;
const WINDOW_MS = 15 * 60_000;
const MAX_COUNTED = 50_000;

/** Passwords tried for one email from one address: five in 15 minutes, in this replica. */
@Injectable()
export class LoginThrottle {
  /** When each try was made, in milliseconds, oldest first. */
  private readonly tries = new LRUCache<string, number[]>({ max: MAX_COUNTED, ttl: WINDOW_MS });

  constructor(private readonly clock: Clock) {}

  /** Counts a try before its outcome is known: tries at once must not all pass. 429 when they are used up. */
  countTry(email: string, address: string): void {
    this.count(pairOf(email, address), TRIES, 'for this email');
  }

  /** A try on a page, where nothing but this bounds how many emails one address may try. */
  countPageTry(email: string, address: string): void {
    this.countTry(email, address);
    this.count(clientNetwork(address), TRIES_OF_NETWORK, 'from this address');
  }

  /** The password was right: what was tried before for this email no longer counts. */
  forget(email: string, address: string): void {
    this.tries.delete(pairOf(email, address));
  }

  /** The same on a page. Of the address only this try is forgotten, or one's own password would pay for guesses. */
  forgetPageTry(email: string, address: string): void {
    this.forget(email, address);
    this.tries.get(clientNetwork(address))?.pop();
  }

  private count(what: string, most: number, named: string): void {
    const now = this.clock.now().getTime();
    const recent = (this.tries.get(what) ?? []).filter((at) => now - at < WINDOW_MS);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= most) {
      const wait = Math.ceil((oldest + WINDOW_MS - now) / 1_000);
      throw new ApiError('rate_limited', `Too many sign-ins failed ${named}; try again in ${wait} s.`, {
        retry_after_seconds: wait,
      });
    }
    this.tries.set(what, [...recent, now]);
  }
}

function pairOf(email: string, address: string): string {
  return `${email.toLowerCase()} ${clientNetwork(address)}`;
}
