import { ApiError } from '@plaudit/contracts';
import { Places } from '@plaudit/runtime';

/** Profile checks that one account may have in progress. The thread and the platforms are there for all accounts. */
const MAX_OF_ACCOUNT = 16;
/** Profile checks that this process may have in progress. */
const MAX_OF_ALL = 64;
const RETRY_SECONDS = 2;

/** Counts the profile checks in progress, and refuses more of them at once instead of letting them wait. */
export class CheckPlaces {
  private readonly places = new Places<number>(MAX_OF_ACCOUNT, MAX_OF_ALL);

  /** Returns a function that gives the place back. Throws 429 `rate_limited` or 503 `overloaded` if there is none. */
  take(account: number): () => void {
    const full = this.places.fullFor(account);
    if (full === 'own') {
      const msg = `This account has ${MAX_OF_ACCOUNT} profile checks in progress; wait until one of them has ended.`;
      throw new ApiError('rate_limited', msg, { retry_after_seconds: RETRY_SECONDS });
    }
    if (full === 'all') throw overloaded('Too many profiles are being checked.', RETRY_SECONDS);
    this.places.take(account);
    return () => this.places.free(account);
  }
}

/** Returns the error 503 `overloaded`. `reason` is a whole sentence. */
export function overloaded(reason: string, retrySeconds: number): ApiError {
  const msg = `${reason} Try again in ${retrySeconds} s.`;
  return new ApiError('overloaded', msg, { retry_after_seconds: retrySeconds });
}
