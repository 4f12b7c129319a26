import { LRUCache } from 'lru-cache';

/** 50,000 buckets take about 8 MB. An evicted bucket starts full again, which is an error in the client's favour. */
const MAX_BUCKETS = 50_000;

export interface BucketSize {
  /** The number of tokens in a full bucket. */
  burst: number;
  perSecond: number;
}

/** The decision on one request for tokens, in whole numbers as the RateLimit headers need them. */
export interface ThrottleDecision {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
  /** Seconds until the same request would be allowed; 0 if it is allowed now. */
  retryAfterSeconds: number;
}

interface Bucket {
  tokens: number;
  /** When `tokens` was last updated, in milliseconds. */
  updatedAt: number;
}

/** One token bucket for each key, account, widget or client address, refilled continuously. */
export class TokenBuckets<Key extends string | number> {
  private readonly buckets = new LRUCache<Key, Bucket>({ max: MAX_BUCKETS });

  constructor(
    private readonly size: BucketSize,
    private readonly now: () => number,
  ) {}

  /** Takes `cost` tokens if the bucket holds them. A cost above the burst takes a full bucket, or it could never pass. */
  take(key: Key, cost = 1): ThrottleDecision {
    const price = Math.min(cost, this.size.burst);
    const bucket = this.refilled(key);
    const allowed = bucket.tokens >= price;
    if (allowed) bucket.tokens -= price;
    return this.decision(bucket, allowed ? 0 : price - bucket.tokens, allowed);
  }

  /**
   * Removes tokens that another replica allowed. The balance can become negative, by at most one burst, and the key has
   * to wait until it is refilled.
   */
  spend(key: Key, tokens: number): void {
    const bucket = this.refilled(key);
    bucket.tokens = Math.max(-this.size.burst, bucket.tokens - tokens);
  }

  /** Returns tokens that {@link take} should not have taken. The bucket never exceeds the burst. */
  putBack(key: Key, cost = 1): void {
    const bucket = this.refilled(key);
    bucket.tokens = Math.min(this.size.burst, bucket.tokens + cost);
  }

  private refilled(key: Key): Bucket {
    const now = this.now();
    const bucket = this.buckets.get(key);
    if (!bucket) {
      const full = { tokens: this.size.burst, updatedAt: now };
      this.buckets.set(key, full);
      return full;
    }
    const gained = (Math.max(0, now - bucket.updatedAt) / 1000) * this.size.perSecond;
    bucket.tokens = Math.min(this.size.burst, bucket.tokens + gained);
    bucket.updatedAt = now;
    return bucket;
  }

  private decision(bucket: Bucket, missing: number, allowed: boolean): ThrottleDecision {
    return {
      allowed,
      limit: this.size.burst,
      remaining: Math.max(0, Math.floor(bucket.tokens)),
      resetSeconds: Math.ceil((this.size.burst - bucket.tokens) / this.size.perSecond),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(missing / this.size.perSecond)),
    };
  }
}

/** Returns buckets of this size, or null if the burst or the rate is 0, which turns a throttle off. */
export function bucketsOf<Key extends string | number>(
  size: BucketSize,
  now: () => number,
): TokenBuckets<Key> | null {
  return size.burst > 0 && size.perSecond > 0 ? new TokenBuckets<Key>(size, now) : null;
}
