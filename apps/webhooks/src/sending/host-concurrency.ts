/** Limits the deliveries in flight to each host, across all webhooks of this process. */
export class HostConcurrency {
  private readonly running = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** Returns false if the host is at its limit. After true, the caller must call release() once. */
  acquire(url: string): boolean {
    const { host } = new URL(url);
    const now = this.running.get(host) ?? 0;
    if (now >= this.limit) return false;
    this.running.set(host, now + 1);
    return true;
  }

  release(url: string): void {
    const { host } = new URL(url);
    const left = (this.running.get(host) ?? 1) - 1;
    if (left > 0) this.running.set(host, left);
    else this.running.delete(host);
  }
}
