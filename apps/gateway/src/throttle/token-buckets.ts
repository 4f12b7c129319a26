import { LRUCache } from 'lru-cache';

/** 50,000 buckets are about 8 MB. A bucket that had to give way starts full again, which errs for the client. */
const MAX_BUCKETS = 50_000;

export interface BucketSize {
  /** Tokens of a full bucket. */
  burst: number;
  perSecond: number;
}

/** What became of one request for tokens, in whole numbers as the RateLimit headers want them. */
export interface Grant {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
  /** Seconds until the same request would be allowed; 0 when it was. */
  retryAfterSeconds: number;
}

interface Bucket {
  tokens: number;
  /** Milliseconds, when `tokens` was true. */
  at: number;
}

/** One token bucket per key (or address), refilled continuously. */
export class TokenBuckets<Key extends string | number> {
  private readonly buckets = new LRUCache<Key, Bucket>({ max: MAX_BUCKETS });

  constructor(
    private readonly size: BucketSize,
    private readonly now: () => number,
  ) {}

  /** Takes `cost` tokens if they are there. A cost above the burst takes the whole bucket: it must be payable. */
  take(key: Key, cost = 1): Grant {
    const price = Math.min(cost, this.size.burst);
    const bucket = this.refilled(key);
    const allowed = bucket.tokens >= price;
    if (allowed) bucket.tokens -= price;
    return this.grant(bucket, allowed ? 0 : price - bucket.tokens, allowed);
  }

  /** Counts what was let through elsewhere. A bucket goes below empty by one burst at most: that is waited off. */
  spend(key: Key, tokens: number): void {
    const bucket = this.refilled(key);
    bucket.tokens = Math.max(-this.size.burst, bucket.tokens - tokens);
  }

  /** Undoes a {@link take} that should not have counted. */
  putBack(key: Key, cost = 1): void {
    const bucket = this.refilled(key);
    bucket.tokens = Math.min(this.size.burst, bucket.tokens + cost);
  }

  private refilled(key: Key): Bucket {
    const now = this.now();
    const bucket = this.buckets.get(key);
    if (!bucket) {
      const full = { tokens: this.size.burst, at: now };
      this.buckets.set(key, full);
      return full;
    }
    const gained = (Math.max(0, now - bucket.at) / 1000) * this.size.perSecond;
    bucket.tokens = Math.min(this.size.burst, bucket.tokens + gained);
    bucket.at = now;
    return bucket;
  }

  private grant(bucket: Bucket, missing: number, allowed: boolean): Grant {
    return {
      allowed,
      limit: this.size.burst,
      remaining: Math.max(0, Math.floor(bucket.tokens)),
      resetSeconds: Math.ceil((this.size.burst - bucket.tokens) / this.size.perSecond),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(missing / this.size.perSecond)),
    };
  }
}
