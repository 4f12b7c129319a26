import type { Tenant } from '@plaudit/database';

/**
 * Lets all but one of the connections of a pool run transactions at once, so that one is left for requests. A tenant gets at
 * most half, rounded up, of the connections that the others do not use, so that a tenant whose transactions wait for a lock
 * does not stop those of the others. Tenants that wait take turns, and the transactions of a tenant keep their order.
 */
export class TransactionLimit {
  private readonly most: number;
  private readonly running = new Map<Tenant, number>();
  /** The tenant whose turn is next comes first. */
  private readonly waiting = new Map<Tenant, (() => void)[]>();
  private total = 0;

  constructor(private readonly connections: number) {
    this.most = Math.max(1, connections - 1);
  }

  async run<T>(tenant: Tenant, transaction: () => Promise<T>): Promise<T> {
    if (!this.waiting.has(tenant) && this.mayStart(tenant)) this.count(tenant, 1);
    else await this.turn(tenant);
    try {
      return await transaction();
    } finally {
      this.count(tenant, -1);
      this.startNext();
    }
  }

  private mayStart(tenant: Tenant): boolean {
    if (this.total >= this.most) return false;
    const own = this.running.get(tenant) ?? 0;
    return own < Math.ceil((this.connections - (this.total - own)) / 2);
  }

  private count(tenant: Tenant, change: 1 | -1): void {
    const own = (this.running.get(tenant) ?? 0) + change;
    if (own > 0) this.running.set(tenant, own);
    else this.running.delete(tenant);
    this.total += change;
  }

  private turn(tenant: Tenant): Promise<void> {
    const queue = this.waiting.get(tenant) ?? [];
    this.waiting.set(tenant, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  private startNext(): void {
    for (const [tenant, queue] of this.waiting) {
      if (!this.mayStart(tenant)) continue;
      const start = queue.shift();
      this.waiting.delete(tenant);
      // At the end of the map, which this loop reaches again.
      if (queue.length > 0) this.waiting.set(tenant, queue);
      this.count(tenant, 1);
      start?.();
    }
  }
}
