import { ApiError } from '@plaudit/contracts';
import { type Account, FairQueue } from './fair-queue';

export interface WorkLimits {
  /** Plural noun for the error, such as `searches`. */
  what: string;
  maxRunning: number;
  maxWaiting: number;
  /** Of these, how many may be of one account. Default: all. */
  maxWaitingPerAccount?: number;
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
  private readonly waiting = new FairQueue<Waiting>();
  private running = 0;

  constructor(private readonly limits: WorkLimits) {}

  /** Returns the result of `work`. */
  async run<T>(work: () => Promise<T>, maxWaitMs = this.limits.maxWaitMs): Promise<T> {
    return this.inTurn(null, work, maxWaitMs);
  }

  /**
   * Returns the result of `work`. The accounts whose works wait take turns. Work that no account asked for has turns like an
   * account, and only the limit of all. Refuses work also if `maxWaitingPerAccount` others of the account wait already.
   */
  async runFor<T>(account: Account, work: () => Promise<T>, maxWaitMs = this.limits.maxWaitMs): Promise<T> {
    return this.inTurn(account, work, maxWaitMs);
  }

  private async inTurn<T>(account: Account, work: () => Promise<T>, maxWaitMs: number): Promise<T> {
    if (this.running < this.limits.maxRunning) this.running += 1;
    else await this.turn(account, maxWaitMs);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Resolves when a running work has handed over its place. */
  private turn(account: Account, maxWaitMs: number): Promise<void> {
    if (this.isFullFor(account)) throw this.refusal();
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.waiting.delete(account, waiting);
        reject(this.refusal());
      }, maxWaitMs);
      const waiting = { start: resolve, giveUp };
      this.waiting.add(account, waiting);
    });
  }

  private isFullFor(account: Account): boolean {
    const { maxWaiting, maxWaitingPerAccount = maxWaiting } = this.limits;
    if (this.waiting.size >= maxWaiting) return true;
    return account !== null && this.waiting.sizeOf(account) >= maxWaitingPerAccount;
  }

  private leave(): void {
    const next = this.waiting.next();
    if (!next) {
      this.running -= 1;
      return;
    }
    clearTimeout(next.giveUp);
    next.start();
  }

  private refusal(): ApiError {
    return new ApiError('overloaded', `Too many ${this.limits.what} are under way; try again shortly.`);
  }
}
