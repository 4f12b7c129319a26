import { publicPagesUrl } from '@plaudit/runtime';
import type { GatewayEnv } from '../gateway.env';

const HOST = /^\.?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const LOOPBACK = '.localhost';

/** The hosts that no account may use as its white-label domain. */
export class ReservedHosts {
  private readonly exact: ReadonlySet<string>;
  private readonly suffixes: readonly string[];

  /**
   * `list` is RESERVED_HOSTS: comma-separated host names, and suffixes such as `.example.com`, which stand for that host
   * and everything below it. Loopback hosts and `ownHosts`, those of PUBLIC_URL and PUBLIC_PAGES_URL, are always
   * reserved. Throws if an entry is neither.
   */
  constructor(list: string, ...ownHosts: string[]) {
    const entries = list
      .split(',')
      .map((entry) => entry.trim().toLowerCase())
      .filter((entry) => entry !== '');
    const invalid = entries.find((entry) => !HOST.test(entry));
    if (invalid !== undefined) {
      throw new Error(
        `RESERVED_HOSTS: "${invalid}" is neither a host name nor a suffix such as .example.com`,
      );
    }
    this.exact = new Set([...ownHosts, ...entries.filter((entry) => !entry.startsWith('.'))]);
    this.suffixes = [LOOPBACK, ...entries.filter((entry) => entry.startsWith('.'))];
  }

  /** `host` is in lower case and has no port. */
  includes(host: string): boolean {
    return this.exact.has(host) || this.suffixes.some((suffix) => `.${host}`.endsWith(suffix));
  }
}

/** Returns the hosts that no account of this installation may use. */
export function reservedHosts(env: GatewayEnv): ReservedHosts {
  const own = [env.PUBLIC_URL, publicPagesUrl(env)].map((url) => new URL(url).hostname);
  return new ReservedHosts(env.RESERVED_HOSTS, ...own);
}
