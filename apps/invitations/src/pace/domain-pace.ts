import { TokenBucket } from './token-bucket';

const MINUTE_MS = 60_000;
/** A message waits no longer than this for its next try, so that a faster pace soon takes effect. */
const MAX_DELAY_MS = 600_000;
const SWEEP_ABOVE = 10_000;

/**
 * The pace per domain of recipients. Messages over the pace are not kept here: each is told when to come back. Those of one lane
 * come back one after another, and no lane waits for the messages of another.
 */
export class DomainPace {
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly lineEnds = new Map<string, number>();

  /** A pace of 0 means no limit. `now` returns milliseconds of a monotonic clock. */
  constructor(
    private readonly perMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns 0 if a message of this lane to the domain may go now, and counts it. Else returns after how long it may try again. */
  take(lane: number, domain: string): number {
    if (this.perMinute === 0) return 0;
    const bucket = this.bucketOf(domain);
    if (bucket.available(1) === 1) {
      bucket.take();
      return 0;
    }
    return this.placeInLine(`${lane}/${domain}`, bucket.waitMs);
  }

  private placeInLine(line: string, waitMs: number): number {
    const now = this.now();
    const end = Math.max(this.lineEnds.get(line) ?? 0, now);
    const place = Math.max(now + waitMs, end + MINUTE_MS / this.perMinute);
    const next = Math.min(place, now + MAX_DELAY_MS);
    this.lineEnds.set(line, next);
    return next - now;
  }

  private bucketOf(domain: string): TokenBucket {
    const known = this.buckets.get(domain);
    if (known) return known;
    if (this.buckets.size + this.lineEnds.size > SWEEP_ABOVE) this.sweep();
    const made = new TokenBucket(this.perMinute, this.now);
    this.buckets.set(domain, made);
    return made;
  }

  private sweep(): void {
    const now = this.now();
    for (const [line, end] of this.lineEnds) if (end <= now) this.lineEnds.delete(line);
    for (const [domain, bucket] of this.buckets) if (bucket.waitMs === 0) this.buckets.delete(domain);
  }
}
