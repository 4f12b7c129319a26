import type { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { TranslationFailure } from './translator';

const MAX_REST_MS = 60_000;
const MAX_CONTRACTS = 10_000;

interface Rest {
  failure: TranslationFailure;
  /** In milliseconds on the clock of the service. */
  begin: number;
  end: number;
}

/** Translators that are left alone for up to a minute, because they refused the key or asked for fewer requests. */
export class TranslatorRests {
  private readonly rests = new LRUCache<string, Rest>({ max: MAX_CONTRACTS });

  constructor(private readonly clock: Clock) {}

  /** Returns why the translator of this contract is left alone, or null if it is not. A clock that was set back ends a rest. */
  find(contract: string): TranslationFailure | null {
    const rest = this.rests.get(contract);
    const now = this.clock.now().getTime();
    return rest && now >= rest.begin && now < rest.end ? rest.failure : null;
  }

  /** Remembers a failure that would only be repeated. Ignores one that says nothing about the next request. */
  note(contract: string, failure: TranslationFailure): void {
    const ms = restMs(failure);
    const begin = this.clock.now().getTime();
    if (ms > 0) this.rests.set(contract, { failure, begin, end: begin + ms });
  }
}

function restMs(failure: TranslationFailure): number {
  if (failure.kind === 'rejected') return MAX_REST_MS;
  return failure.kind === 'busy' ? Math.min(failure.retryAfterMs ?? 0, MAX_REST_MS) : 0;
}
