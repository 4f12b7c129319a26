import { ApiError } from '@plaudit/contracts';
import type { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const MAX_NETWORKS = 50_000;

interface Minute {
  endsAt: number;
  misses: number;
}

/** Limits how many images that are not cached a client network may request per minute. */
export class MissLimit {
  private readonly minutes = new LRUCache<string, Minute>({ max: MAX_NETWORKS });

  /** `perMinute` 0 means no limit. */
  constructor(
    private readonly perMinute: number,
    private readonly clock: Clock,
  ) {}

  /** Counts one miss. Throws 429 `rate_limited` above the limit. A request that names no network is not counted. */
  take(network: string | undefined): void {
    if (network === undefined || this.perMinute === 0) return;
    const now = this.clock.now().getTime();
    const last = this.minutes.get(network);
    const minute = last && now < last.endsAt ? last : { endsAt: now + MINUTE_MS, misses: 0 };
    if (minute.misses >= this.perMinute) {
      const seconds = Math.ceil((minute.endsAt - now) / 1000);
      throw new ApiError('rate_limited', `Too many images; try again in ${seconds} s.`, {
        retry_after_seconds: seconds,
      });
    }
    minute.misses += 1;
    this.minutes.set(network, minute);
  }
}
