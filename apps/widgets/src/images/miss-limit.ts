import { ApiError } from '@plaudit/contracts';
import { bucketsOf, type Clock, type TokenBuckets } from '@plaudit/runtime';

/** Limits how many images that are not cached a client network may request per minute. */
export class MissLimit {
  private readonly networks: TokenBuckets<string> | null;

  /** `perMinute` 0 means no limit. */
  constructor(perMinute: number, clock: Clock) {
    const size = { burst: perMinute, perSecond: perMinute / 60 };
    this.networks = bucketsOf(size, () => clock.now().getTime());
  }

  /** Counts one miss. Throws 429 `rate_limited` above the limit. A request that names no network is not counted. */
  take(network: string | undefined): void {
    if (network === undefined || !this.networks) return;
    const { allowed, retryAfterSeconds: seconds } = this.networks.take(network);
    if (allowed) return;
    const msg = `Too many images; try again in ${seconds} s.`;
    throw new ApiError('rate_limited', msg, { retry_after_seconds: seconds });
  }
}
