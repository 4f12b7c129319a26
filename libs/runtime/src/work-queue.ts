import { ApiError } from '@plaudit/contracts';
import { type Account, FairSemaphore } from '@plaudit/database';

export interface WorkLimits {
  /** Plural noun for the error, such as `searches`. */
  what: string;
  maxRunning: number;
  maxWaiting: number;
  /** Of these, how many may be of one account. Default: all. */
  maxWaitingPerAccount?: number;
  maxWaitMs: number;
  /** True if one place is always left for another account. For works whose time an account can choose. Default: false. */
  isDivided?: boolean;
}

/**
 * Runs at most `maxRunning` works at once, the others in turns of their accounts. Refuses work with `503 overloaded` if too many
 * wait already, or if it has waited for `maxWaitMs`, which a work may shorten.
 */
export class WorkQueue {
  private readonly places: FairSemaphore;

  constructor(private readonly limits: WorkLimits) {
    const { what, maxRunning: size, ...waiting } = limits;
    const msg = `Too many ${what} are under way; try again shortly.`;
    this.places = new FairSemaphore({ size, ...waiting, refusal: () => new ApiError('overloaded', msg) });
  }

  /** Returns the result of `work`, which belongs to no account. */
  run<T>(work: () => Promise<T>, maxWaitMs = this.limits.maxWaitMs): Promise<T> {
    return this.places.run(null, work, maxWaitMs);
  }

  /** Returns the result of `work`. Work that no account asked for has turns like an account, and only the limit of all. */
  runFor<T>(account: Account, work: () => Promise<T>, maxWaitMs = this.limits.maxWaitMs): Promise<T> {
    return this.places.run(account, work, maxWaitMs);
  }
}
