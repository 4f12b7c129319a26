import { FairQueue } from '@plaudit/runtime';

interface Host {
  running: number;
  /** The running deliveries of each account. */
  readonly runningOf: Map<number, number>;
  /** Each resolves a waiting delivery with true. It has its place then. */
  readonly waiting: FairQueue<() => void>;
}

interface HostLimits {
  /** Deliveries in flight to one host. */
  running: number;
  /** Deliveries of one account that wait for a place at one host. */
  waiting: number;
  maxWaitMs: number;
}

/**
 * Limits the deliveries in flight to each host, across all webhooks of this process. An account gets at most half, rounded up, of the
 * places that the others leave, because it can make its requests to a host slow that other accounts use too.
 */
export class HostConcurrency {
  private readonly hosts = new Map<string, Host>();

  constructor(private readonly limits: HostLimits) {}

  /**
   * Takes a place at the host of this name. Returns true at once if one is free, because a promise would cost more, and false if too many of the
   * account wait for one. Otherwise waits for a short time, in which a host that answers becomes free. After true, the caller must call
   * release() once.
   */
  acquire(name: string, account: number): boolean | Promise<boolean> {
    let host = this.hosts.get(name);
    if (!host) this.hosts.set(name, (host = { running: 0, runningOf: new Map(), waiting: new FairQueue() }));
    if (!this.mayRun(host, account))
      return host.waiting.sizeOf(account) < this.limits.waiting && this.waitFor(host, account);
    count(host, account, 1);
    return true;
  }

  /** Free places go to the deliveries that wait. */
  release(name: string, account: number): void {
    const host = this.hosts.get(name);
    if (!host) return;
    count(host, account, -1);
    const next = (): (() => void) | undefined =>
      host.waiting.next((waiting) => this.mayRun(host, waiting as number));
    for (let start = next(); start; start = next()) start();
    if (host.running === 0) this.hosts.delete(name);
  }

  private mayRun(host: Host, account: number): boolean {
    const own = host.runningOf.get(account) ?? 0;
    return own < Math.ceil((this.limits.running - (host.running - own)) / 2);
  }

  private waitFor(host: Host, account: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        host.waiting.delete(account, start);
        resolve(false);
      }, this.limits.maxWaitMs);
      const start = (): void => {
        clearTimeout(timer);
        count(host, account, 1);
        resolve(true);
      };
      host.waiting.add(account, start);
    });
  }
}

function count(host: Host, account: number, change: 1 | -1): void {
  host.running += change;
  const own = (host.runningOf.get(account) ?? 0) + change;
  if (own === 0) host.runningOf.delete(account);
  else host.runningOf.set(account, own);
}

/**
 * Returns the name of the host of a URL, with its port unless that is the usual one. The URL must be in its normal form, as
 * `EndpointPolicyService` stores it. To parse it would take several times as long.
 */
export function hostOf(url: string): string {
  const start = url.indexOf('//') + 2;
  return url.slice(start, url.indexOf('/', start));
}
