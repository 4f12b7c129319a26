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
  /**
   * True if an account runs at most half, rounded up, of the works that the others leave, so that one place is always left for
   * another account. For works whose time an account can choose. Default: false.
   */
  isDivided?: boolean;
}

interface Waiting {
  start: () => void;
}

/**
 * Runs at most `maxRunning` works at once, the others in the order of their arrival. Refuses work with `503 overloaded` if
 * `maxWaiting` others wait already, or if it has waited for `maxWaitMs`, which a work may shorten.
 */
export class WorkQueue {
  private readonly waiting = new FairQueue<Waiting>();
  private running = 0;
  /** The running works of each account. */
  private readonly runningOf = new Map<Account, number>();

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
    if (this.mayRun(account)) this.count(account, 1);
    else await this.turn(account, maxWaitMs);
    try {
      return await work();
    } finally {
      this.count(account, -1);
      this.startNext();
    }
  }

  private mayRun(account: Account): boolean {
    const { maxRunning, isDivided = false } = this.limits;
    if (this.running >= maxRunning || !isDivided) return this.running < maxRunning;
    const own = this.runningOf.get(account) ?? 0;
    return own < Math.ceil((maxRunning - (this.running - own)) / 2);
  }

  private count(account: Account, change: 1 | -1): void {
    this.running += change;
    const own = (this.runningOf.get(account) ?? 0) + change;
    if (own === 0) this.runningOf.delete(account);
    else this.runningOf.set(account, own);
  }

  /** Resolves when it may run. It is counted as running then. */
  private turn(account: Account, maxWaitMs: number): Promise<void> {
    if (this.isFullFor(account)) throw this.refusal();
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.waiting.delete(account, waiting);
        reject(this.refusal());
      }, maxWaitMs);
      const start = (): void => {
        clearTimeout(giveUp);
        this.count(account, 1);
        resolve();
      };
      const waiting = { start };
      this.waiting.add(account, waiting);
    });
  }

  /** A free place can be one for several accounts, or for none of those that wait. */
  private startNext(): void {
    const next = (): Waiting | undefined => this.waiting.next((account) => this.mayRun(account));
    for (let waiting = next(); waiting; waiting = next()) waiting.start();
  }

  private isFullFor(account: Account): boolean {
    const { maxWaiting, maxWaitingPerAccount = maxWaiting } = this.limits;
    if (this.waiting.size >= maxWaiting) return true;
    return account !== null && this.waiting.sizeOf(account) >= maxWaitingPerAccount;
  }

  private refusal(): ApiError {
    return new ApiError('overloaded', `Too many ${this.limits.what} are under way; try again shortly.`);
  }
}
