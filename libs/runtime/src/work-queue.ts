import { ApiError } from '@plaudit/contracts';

export interface WorkLimits {
  /** Plural noun for the error, such as `searches`. */
  what: string;
  maxRunning: number;
  maxWaiting: number;
  maxWaitMs: number;
}

interface Waiting {
  start: () => void;
  giveUp: NodeJS.Timeout;
}

/**
 * Runs at most `maxRunning` works at once, the others in the order of their arrival. Refuses work with `503 overloaded` if
 * `maxWaiting` others wait already, or if it has waited for `maxWaitMs`, which a work may shorten.
 */
export class WorkQueue {
  private readonly waiting = new Set<Waiting>();
  private running = 0;

  constructor(private readonly limits: WorkLimits) {}

  /** Returns the result of `work`. */
  async run<T>(work: () => Promise<T>, maxWaitMs = this.limits.maxWaitMs): Promise<T> {
    if (this.running < this.limits.maxRunning) this.running += 1;
    else await this.turn(maxWaitMs);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Resolves when a running work has handed over its place. */
  private turn(maxWaitMs: number): Promise<void> {
    if (this.waiting.size >= this.limits.maxWaiting) throw this.refusal();
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(this.refusal());
      }, maxWaitMs);
      const waiting = { start: resolve, giveUp };
      this.waiting.add(waiting);
    });
  }

  private leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(next);
    clearTimeout(next.giveUp);
    next.start();
  }

  private refusal(): ApiError {
    return new ApiError('overloaded', `Too many ${this.limits.what} are under way; try again shortly.`);
  }
}
