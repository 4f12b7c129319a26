const WINDOW_SECONDS = 10;

export interface BreakerRule {
  /** The breaker stays closed until this many attempts of the last ten seconds have succeeded or failed. */
  minAttempts: number;
  /** From 0 to 1. The breaker opens when more than this share of the attempts failed. */
  failedShare: number;
  /** After this time an open breaker permits one trial. */
  resetMs: number;
}

/** Permission to make an attempt. The caller hands it back with the outcome. */
export type Permit = 'attempt' | 'trial';
/** `ignored` means that the attempt ended early, so that it shows nothing about the service. */
export type Outcome = 'succeeded' | 'failed' | 'ignored';

/**
 * A circuit breaker: refuses attempts while most of them fail. It is not opossum because that wraps each attempt in
 * promises; those and its statistics cost a tenth of a proxied request.
 */
export class Breaker {
  private readonly attempts = Array.from({ length: WINDOW_SECONDS }, () => 0);
  private readonly failures = Array.from({ length: WINDOW_SECONDS }, () => 0);
  private second = 0;
  /** Time of the next trial in milliseconds, or 0 while the breaker is closed. */
  private trialAt = 0;
  private isTrying = false;

  constructor(
    private readonly rule: BreakerRule,
    private readonly now: () => number,
  ) {}

  /** True from the moment when too many attempts have failed until a trial succeeds. */
  get isOpen(): boolean {
    return this.trialAt > 0;
  }

  /** True if {@link enter} would return a permit. */
  get permits(): boolean {
    if (this.trialAt === 0) return true;
    const wait = this.trialAt - this.now();
    // A wait longer than resetMs means that the clock was set back.
    return !this.isTrying && (wait <= 0 || wait > this.rule.resetMs);
  }

  /** Returns a permit for one attempt, or null while attempts are refused. */
  enter(): Permit | null {
    if (!this.permits) return null;
    if (this.trialAt === 0) return 'attempt';
    this.isTrying = true;
    return 'trial';
  }

  /** Counts the outcome of a permitted attempt. Attempts that began before the breaker opened no longer count. */
  record(permit: Permit, outcome: Outcome): void {
    if (permit === 'trial') this.endTrial(outcome);
    else if (this.trialAt === 0 && outcome !== 'ignored') this.count(outcome === 'failed');
  }

  private endTrial(outcome: Outcome): void {
    this.isTrying = false;
    if (outcome === 'succeeded') this.trialAt = 0;
    else if (outcome === 'failed') this.open();
  }

  private count(hasFailed: boolean): void {
    const second = Math.floor(this.now() / 1000);
    this.forgetUntil(second);
    const slot = second % WINDOW_SECONDS;
    this.attempts[slot] = (this.attempts[slot] as number) + 1;
    if (!hasFailed) return;
    this.failures[slot] = (this.failures[slot] as number) + 1;
    const attempts = sum(this.attempts);
    if (attempts >= this.rule.minAttempts && sum(this.failures) / attempts > this.rule.failedShare)
      this.open();
  }

  private open(): void {
    this.trialAt = this.now() + this.rule.resetMs;
    this.attempts.fill(0);
    this.failures.fill(0);
  }

  private forgetUntil(second: number): void {
    const steps = Math.min(WINDOW_SECONDS, Math.abs(second - this.second));
    for (let step = 0; step < steps; step += 1) {
      const slot = (second - step) % WINDOW_SECONDS;
      this.attempts[slot] = 0;
      this.failures[slot] = 0;
    }
    this.second = second;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
