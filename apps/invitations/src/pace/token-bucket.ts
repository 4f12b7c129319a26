const MINUTE_MS = 60_000;

/**
 * Lets a number of messages per minute go, about a second's worth at once. A pace of 0 means no limit. The buckets of the runtime decide
 * on a request; this one says how many messages may be claimed, and may be overdrawn.
 */
export class TokenBucket {
  private readonly burst: number;
  private tokens: number;
  private countedAt: number;

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(
    private readonly perMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.burst = Math.max(1, perMinute / 60);
    this.tokens = this.burst;
    this.countedAt = now();
  }

  /** Returns how many messages may go now, at most `wanted`. */
  available(wanted: number): number {
    if (this.perMinute === 0) return wanted;
    this.refill();
    return Math.min(wanted, Math.max(0, Math.floor(this.tokens + EPSILON)));
  }

  /** Counts messages. More than are available delay the next ones. */
  take(count = 1): void {
    this.refill();
    this.tokens -= count;
  }

  /** How long it takes until the next message may go. */
  get waitMs(): number {
    if (this.perMinute === 0) return 0;
    this.refill();
    return (Math.max(0, 1 - this.tokens) * MINUTE_MS) / this.perMinute;
  }

  private refill(): void {
    const now = this.now();
    this.tokens = Math.min(this.burst, this.tokens + ((now - this.countedAt) * this.perMinute) / MINUTE_MS);
    this.countedAt = now;
  }
}

/** Sums of fractions end just below a whole number. */
const EPSILON = 1e-6;
