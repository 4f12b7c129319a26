/** How many deliveries are under way to each host, whichever webhooks they belong to. */
export class HostLoad {
  private readonly running = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** False when the host has its fill. A true must be followed by one leave(). */
  enter(url: string): boolean {
    const { host } = new URL(url);
    const now = this.running.get(host) ?? 0;
    if (now >= this.limit) return false;
    this.running.set(host, now + 1);
    return true;
  }

  leave(url: string): void {
    const { host } = new URL(url);
    const left = (this.running.get(host) ?? 1) - 1;
    if (left > 0) this.running.set(host, left);
    else this.running.delete(host);
  }
}
