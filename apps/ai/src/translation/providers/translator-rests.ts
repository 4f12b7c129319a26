import type { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { TranslationFailure } from './translator';

const MAX_REST_MS = 60_000;
const MAX_CONTRACTS = 10_000;

/** Translators that are left alone for up to a minute, because they refused the key or asked for fewer requests. */
export class TranslatorRests {
  private readonly rests: LRUCache<string, TranslationFailure>;

  constructor(clock: Clock) {
    this.rests = new LRUCache<string, TranslationFailure>({
      max: MAX_CONTRACTS,
      ttl: MAX_REST_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    });
  }

  /** Returns why the translator of this contract is left alone, or null if it is not. */
  find(contract: string): TranslationFailure | null {
    return this.rests.get(contract) ?? null;
  }

  /** Remembers a failure that would only be repeated. Ignores one that says nothing about the next request. */
  note(contract: string, failure: TranslationFailure): void {
    if (failure.kind === 'rejected') this.rests.set(contract, failure);
    if (failure.kind !== 'busy' || failure.retryAfterMs === null || failure.retryAfterMs === 0) return;
    this.rests.set(contract, failure, { ttl: Math.min(failure.retryAfterMs, MAX_REST_MS) });
  }
}
