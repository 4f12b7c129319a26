/** The breaker opens when more than half of at least five attempts within ten seconds have failed. */
const WINDOW_MS = 10_000;
const MIN_ATTEMPTS = 5;

/**
 * A circuit breaker: while most attempts fail, it permits only one trial every `resetMs`. It is not opossum, because a
 * client that leaves is neither a success nor a failure, and opossum's promises and statistics cost a tenth of a request.
 */
export class Breaker {
  private windowBegan = 0;
  private attempts = 0;
  private failures = 0;
  /** Time of the next trial in milliseconds, or 0 while the breaker is closed. */
  private trialAt = 0;
  private hasTried = false;

  constructor(
    private readonly resetMs: number,
    private readonly now: () => number,
  ) {}

  /** True from the moment when too many attempts have failed until a trial succeeds. */
  get isOpen(): boolean {
    return this.trialAt > 0;
  }

  /** True if an attempt may begin. */
  get permits(): boolean {
    const wait = this.trialAt - this.now();
    // A wait longer than resetMs means that the clock was set back.
    return wait <= 0 || wait > this.resetMs;
  }

  /** Notes that an attempt begins. While the breaker is open, that is a trial. */
  begin(): void {
    if (!this.isOpen) return;
    this.hasTried = true;
    this.trialAt = this.now() + this.resetMs;
  }

  /** Counts an attempt that succeeded. Before the first trial of an open breaker, it is an old one and closes nothing. */
  succeeded(): void {
    if (this.hasTried) this.close();
    else if (!this.isOpen) this.count(0);
  }

  /** Counts an attempt that failed. */
  failed(): void {
    if (this.isOpen) return;
    this.count(1);
    if (this.attempts >= MIN_ATTEMPTS && this.failures > this.attempts / 2)
      this.trialAt = this.now() + this.resetMs;
  }

  private close(): void {
    this.trialAt = 0;
    this.hasTried = false;
    this.attempts = 0;
    this.failures = 0;
  }

  private count(failures: number): void {
    const now = this.now();
    // A negative age means that the clock was set back.
    if (Math.abs(now - this.windowBegan) >= WINDOW_MS) {
      this.windowBegan = now;
      this.attempts = 0;
      this.failures = 0;
    }
    this.attempts += 1;
    this.failures += failures;
  }
}
