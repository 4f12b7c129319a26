/** Whose work takes a connection: an account, or a name for work that belongs to none. */
export type Tenant = number | string;

/** More requests of one account than the gateway passes on at once (`MAX_IN_FLIGHT_PER_ACCOUNT`). */
const MAX_WAITING_PER_TENANT = 256;
const MAX_WAITING = 4_096;

interface Waiter {
  start: () => void;
  timer: NodeJS.Timeout;
}

/** The connections that one tenant holds and the works that wait for one, oldest first. */
export interface Share {
  readonly tenant: Tenant;
  held: number;
  readonly waiters: Set<Waiter>;
}

/** No connection became free in time, or too many works wait for one. */
export class ConnectionsBusyError extends Error {
  override readonly name = 'ConnectionsBusyError';
}

/**
 * Divides the connections of a pool among tenants, so that a tenant whose statements wait for a lock does not take all of
 * them. A tenant gets at most half, rounded up, of the connections that the others do not hold. So one is always left for
 * another tenant, unless the pool has only one. Tenants that wait take turns.
 */
export class ConnectionShares {
  private readonly shares = new Map<Tenant, Share>();
  /** The shares with waiters. The tenant whose turn is next comes first. */
  private readonly turns = new Map<Tenant, Share>();
  private held = 0;
  private queued = 0;

  /** With `undivided`, a tenant may hold all connections. */
  constructor(
    readonly size: number,
    private readonly division: 'halves' | 'undivided' = 'halves',
  ) {}

  /** The connections that are in use. */
  get inUse(): number {
    return this.held;
  }

  /** The works that wait for a connection. */
  get waiting(): number {
    return this.queued;
  }

  /** Returns the share of a tenant, for {@link take} and {@link give}. */
  of(tenant: Tenant): Share {
    const known = this.shares.get(tenant);
    if (known) return known;
    const share: Share = { tenant, held: 0, waiters: new Set() };
    this.shares.set(tenant, share);
    return share;
  }

  /**
   * Takes a connection. Returns null if it has one at once, because a promise costs more than a short statement may.
   * Otherwise returns a promise that resolves with the connection, or rejects with a {@link ConnectionsBusyError} after
   * `waitMs` or if too many works wait.
   */
  take(share: Share, waitMs: number): Promise<void> | null {
    if (share.waiters.size === 0 && this.mayTake(share)) {
      this.grant(share);
      return null;
    }
    return this.turn(share, waitMs);
  }

  /** Gives a connection back. Call it exactly once for each that was taken. */
  give(share: Share): void {
    share.held -= 1;
    this.held -= 1;
    if (this.queued > 0) this.handOver();
    this.forget(share);
  }

  private mayTake(share: Share): boolean {
    if (this.held >= this.size) return false;
    const left = this.size - (this.held - share.held);
    return this.division === 'undivided' || share.held < Math.ceil(left / 2);
  }

  private grant(share: Share): void {
    share.held += 1;
    this.held += 1;
  }

  private turn(share: Share, waitMs: number): Promise<void> {
    if (share.waiters.size >= MAX_WAITING_PER_TENANT || this.queued >= MAX_WAITING) {
      this.forget(share);
      return Promise.reject(new ConnectionsBusyError('too many statements wait for a database connection'));
    }
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.leave(share, waiter);
        this.forget(share);
        reject(new ConnectionsBusyError(`no database connection became free within ${waitMs} ms`));
      };
      const waiter: Waiter = { start: resolve, timer: setTimeout(giveUp, waitMs).unref() };
      share.waiters.add(waiter);
      this.queued += 1;
      if (!this.turns.has(share.tenant)) this.turns.set(share.tenant, share);
    });
  }

  /** Gives the free connections to waiting tenants, one to each in turn. */
  private handOver(): void {
    for (const share of this.turns.values()) {
      if (this.held >= this.size) return;
      if (!this.mayTake(share)) continue;
      const [next] = share.waiters;
      this.leave(share, next!);
      clearTimeout(next!.timer);
      this.grant(share);
      // At the end of the map, which this loop reaches again.
      if (this.turns.delete(share.tenant)) this.turns.set(share.tenant, share);
      next!.start();
    }
  }

  private leave(share: Share, waiter: Waiter): void {
    share.waiters.delete(waiter);
    this.queued -= 1;
    if (share.waiters.size === 0) this.turns.delete(share.tenant);
  }

  private forget(share: Share): void {
    if (share.held === 0 && share.waiters.size === 0) this.shares.delete(share.tenant);
  }
}
