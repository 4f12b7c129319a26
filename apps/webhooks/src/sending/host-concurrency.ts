interface Host {
  running: number;
  /** Resolves a waiting delivery with true when a place is free. */
  waiting: ((free: boolean) => void)[];
}

interface HostLimits {
  /** Deliveries in flight to one host. */
  running: number;
  /** Deliveries that wait for a place at one host. */
  waiting: number;
  maxWaitMs: number;
}

/** Limits the deliveries in flight to each host, across all webhooks of this process. */
export class HostConcurrency {
  private readonly hosts = new Map<string, Host>();

  constructor(private readonly limits: HostLimits) {}

  /**
   * Takes a place at the host of this name. Returns true at once if one is free, because a promise would cost more, and false if too many wait for
   * one. Otherwise waits for a short time, in which a host that answers becomes free. After true, the caller must call release() once.
   */
  acquire(name: string): boolean | Promise<boolean> {
    const host = this.hosts.get(name) ?? { running: 0, waiting: [] };
    this.hosts.set(name, host);
    if (host.running < this.limits.running) {
      host.running += 1;
      return true;
    }
    return host.waiting.length < this.limits.waiting && this.waitFor(host);
  }

  /** A free place goes to the next delivery that waits. */
  release(name: string): void {
    const host = this.hosts.get(name);
    const next = host?.waiting.shift();
    if (next) next(true);
    else if (host && host.running > 1) host.running -= 1;
    else this.hosts.delete(name);
  }

  private waitFor(host: Host): Promise<boolean> {
    return new Promise((resolve) => {
      const turn = (free: boolean): void => {
        clearTimeout(timer);
        resolve(free);
      };
      const timer = setTimeout(() => {
        host.waiting.splice(host.waiting.indexOf(turn), 1);
        turn(false);
      }, this.limits.maxWaitMs);
      host.waiting.push(turn);
    });
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
