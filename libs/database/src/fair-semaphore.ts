import { type Account, FairQueue } from './fair-queue';

export interface SemaphoreLimits {
  /** The number of places. */
  size: number;
  /**
   * True if an account takes at most half, rounded up, of the places that the others leave, so that one is always left for another
   * account, unless there is only one. For works whose time an account can choose. Default: false.
   */
  isDivided?: boolean;
  /** The number of which {@link isDivided} takes half, if more works than those of this semaphore use the places. Default: `size`. */
  dividedOver?: number;
  /** How many works may wait. Default: any number. */
  maxWaiting?: number;
  /** How many of these may be of one account. Default: all. Work that no account asked for has only the limit of all. */
  maxWaitingPerAccount?: number;
  /** Returns the error for a work that waited so long, or null milliseconds because too many others wait. */
  refusal?: (waitMs: number | null) => Error;
}

interface Waiter {
  start: () => void;
}

/**
 * Lets a number of works run at once. The accounts whose works wait take turns, and the works of one account keep their order, so no
 * account waits for all works of another one. Our own, because p-limit, p-queue and bottleneck know no turns of accounts.
 */
export class FairSemaphore {
  private readonly waiters = new FairQueue<Waiter>();
  /** The places that each account holds. */
  private readonly heldBy = new Map<Account, number>();
  private held = 0;

  constructor(private readonly limits: SemaphoreLimits) {}

  /** The places that are taken. */
  get inUse(): number {
    return this.held;
  }

  /** The works that wait for a place. */
  get waiting(): number {
    return this.waiters.size;
  }

  /**
   * Takes a place. Returns null if it has one at once, because a promise costs more than a short statement may. Otherwise returns a
   * promise that resolves with the place. It rejects after `waitMs`, by default never, and at once if too many works wait.
   */
  take(account: Account, waitMs?: number): Promise<void> | null {
    if (!this.mayTake(account) || this.waiters.sizeOf(account) > 0) return this.turn(account, waitMs);
    this.count(account, 1);
    return null;
  }

  /** Gives a place back. Call it exactly once for each that was taken. */
  give(account: Account): void {
    this.count(account, -1);
    if (this.waiters.size === 0) return;
    // A free place can be one for several accounts, or for none of those that wait.
    const next = (): Waiter | undefined => this.waiters.next((waiting) => this.mayTake(waiting));
    for (let waiter = next(); waiter; waiter = next()) waiter.start();
  }

  /** Returns the result of `work`, which runs as soon as it has a place. */
  async run<T>(account: Account, work: () => Promise<T>, waitMs?: number): Promise<T> {
    const turn = this.take(account, waitMs);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      this.give(account);
    }
  }

  private mayTake(account: Account): boolean {
    const { size, isDivided = false, dividedOver = size } = this.limits;
    if (this.held >= size || !isDivided) return this.held < size;
    const own = this.heldBy.get(account) ?? 0;
    return own < Math.ceil((dividedOver - (this.held - own)) / 2);
  }

  private count(account: Account, change: 1 | -1): void {
    this.held += change;
    const own = (this.heldBy.get(account) ?? 0) + change;
    if (own === 0) this.heldBy.delete(account);
    else this.heldBy.set(account, own);
  }

  private turn(account: Account, waitMs: number | undefined): Promise<void> {
    if (this.isFullFor(account)) return Promise.reject(this.refusal(null));
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.waiters.delete(account, waiter);
        reject(this.refusal(waitMs ?? null));
      };
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs).unref();
      const waiter = {
        start: () => {
          clearTimeout(timer);
          this.count(account, 1);
          resolve();
        },
      };
      this.waiters.add(account, waiter);
    });
  }

  private isFullFor(account: Account): boolean {
    const { maxWaiting = Infinity, maxWaitingPerAccount = maxWaiting } = this.limits;
    if (this.waiters.size >= maxWaiting) return true;
    return account !== null && this.waiters.sizeOf(account) >= maxWaitingPerAccount;
  }

  private refusal(waitMs: number | null): Error {
    return this.limits.refusal?.(waitMs) ?? new Error('no place became free in time');
  }
}
