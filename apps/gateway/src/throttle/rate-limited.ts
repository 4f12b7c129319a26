import { ApiError } from '@plaudit/contracts';
import type { Grant } from './token-buckets';

/** 429 for a request that got no tokens; carries when to try again. */
export class RateLimited extends ApiError {
  constructor(
    msg: string,
    readonly grant: Grant,
  ) {
    super('rate_limited', msg);
    this.name = 'RateLimited';
  }
}
