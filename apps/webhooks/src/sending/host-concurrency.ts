import { FairSemaphore } from '@plaudit/database';

interface HostLimits {
  /** Deliveries in flight to one host. */
  running: number;
  /** Deliveries of one account that wait for a place at one host. */
  waiting: number;
  maxWaitMs: number;
}

/**
 * Limits the deliveries in flight to each host, across all webhooks of this process. Accounts have shares, because one can make its
 * requests to a host slow that other accounts use too.
 */
export class HostConcurrency {
  private readonly hosts = new Map<string, FairSemaphore>();

  constructor(private readonly limits: HostLimits) {}

  /**
   * Takes a place at the host of this name. Returns true at once if one is free, because a promise would cost more. Otherwise waits for
   * a short time, in which a host that answers becomes free. The promise is false if too many of the account wait for one, or if none
   * became free. After true, the caller must call release() once.
   */
  acquire(name: string, account: number): true | Promise<boolean> {
    let host = this.hosts.get(name);
    if (!host) this.hosts.set(name, (host = this.newHost()));
    const turn = host.take(account, this.limits.maxWaitMs);
    if (turn === null) return true;
    return turn.then(
      () => true,
      () => false,
    );
  }

  /** Free places go to the deliveries that wait. */
  release(name: string, account: number): void {
    const host = this.hosts.get(name);
    host?.give(account);
    if (host?.inUse === 0) this.hosts.delete(name);
  }

  private newHost(): FairSemaphore {
    const { running: size, waiting: maxWaitingPerAccount } = this.limits;
    return new FairSemaphore({ size, isDivided: true, maxWaitingPerAccount });
  }
}

/**
 * Returns the name of the host of a URL, with its port unless that is the usual one. The URL must be in its normal form, as
 * `EndpointPolicyService` stores it. To parse it would take several times as long.
 */
export function hostOf(url: string): string {
  const start = url.indexOf('//') + 2;
  return url.slice(start, url.indexOf('/', start));
}
