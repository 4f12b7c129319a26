const WINDOW_SECONDS = 10;

export interface BreakerRule {
  /** Fewer judged attempts than this within the last ten seconds say nothing. */
  minAttempts: number;
  /** From 0 to 1; the breaker opens when more than this share of the attempts failed. */
  failedShare: number;
  /** After this long an open breaker lets one attempt through to see. */
  resetMs: number;
}

/** Leave to make an attempt, to be handed back with its outcome. */
export type Leave = 'attempt' | 'trial';
/** `unjudged`: the attempt ended early and says nothing. */
export type Outcome = 'answered' | 'failed' | 'unjudged';

/**
 * Stops attempts at what keeps failing. Plain calls where opossum wraps each attempt in promises: those and its
 * statistics are a tenth of what a proxied request costs.
 */
export class Breaker {
  private readonly attempts = Array.from({ length: WINDOW_SECONDS }, () => 0);
  private readonly failures = Array.from({ length: WINDOW_SECONDS }, () => 0);
  private second = 0;
  /** When the next trial may be made, in milliseconds; 0 while closed. */
  private trialAt = 0;
  private isTrying = false;

  constructor(
    private readonly rule: BreakerRule,
    private readonly now: () => number,
  ) {}

  /** From when too much failed until a trial is answered. */
  get isOpen(): boolean {
    return this.trialAt > 0;
  }

  /** Null: not now. */
  enter(): Leave | null {
    if (this.trialAt === 0) return 'attempt';
    const wait = this.trialAt - this.now();
    // A wait longer than there can be: the clock was set back.
    if (this.isTrying || (wait > 0 && wait <= this.rule.resetMs)) return null;
    this.isTrying = true;
    return 'trial';
  }

  leave(leave: Leave, outcome: Outcome): void {
    if (leave === 'trial') this.endTrial(outcome);
    // What began before the breaker opened has been judged with the rest.
    else if (this.trialAt === 0 && outcome !== 'unjudged') this.count(outcome === 'failed');
  }

  private endTrial(outcome: Outcome): void {
    this.isTrying = false;
    if (outcome === 'answered') this.trialAt = 0;
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
