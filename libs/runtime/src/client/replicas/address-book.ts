import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Logger } from '@nestjs/common';
import { WorkQueue } from '../../work-queue';

/** A place where one replica of a service accepts connections. */
export interface Endpoint {
  /** `host:port`. It identifies the replica in logs and metrics. */
  name: string;
  /** The origin as it is configured. The Host header and the name in the certificate come from it. */
  origin: string;
  /** The IP address of the replica, or null to connect to the host of the origin. */
  address: string | null;
}

/** Returns all IP addresses of a host name. Rejects if there are none or the name servers do not answer. */
export type LookUp = (host: string) => Promise<readonly string[]>;

const REFRESH_MS = 10_000;
const JITTER = 0.2;
/** Addresses of one name. More would be a mistake in DNS, and each costs connections. */
const MAX_ADDRESSES = 64;

/** getaddrinfo blocks a thread of the process until the name server answers. Node has four of them for everything. */
const LOOK_UPS = new WorkQueue({ what: 'look-ups', maxRunning: 2, maxWaiting: 256, maxWaitMs: 30_000 });

/**
 * Asks the operating system, because only that knows the hosts file and the search domains. The names of Kubernetes
 * need the latter.
 */
export const systemLookUp: LookUp = (host) =>
  LOOK_UPS.run(async () => (await lookup(host, { all: true })).map(({ address }) => address));

export interface AddressBookOptions {
  lookUp?: LookUp;
  /** Returns a number in [0, 1). */
  random: () => number;
}

/**
 * The endpoints of one service: one for each address of each of its origins. Looks host names up again about every ten
 * seconds. A look-up that fails changes nothing. Until the first one succeeds, the name itself is the endpoint.
 */
export class AddressBook {
  private readonly logger = new Logger('AddressBook');
  private readonly lookUp: LookUp;
  private readonly addresses = new Map<string, readonly string[]>();
  private readonly unresolved = new Set<string>();
  private list: readonly Endpoint[];
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly origins: readonly string[],
    private readonly options: AddressBookOptions,
  ) {
    this.lookUp = options.lookUp ?? systemLookUp;
    this.list = this.toEndpoints();
    if (this.names().length > 0) this.timer = setTimeout(() => void this.run(), 0).unref();
  }

  /** Never empty. The list is replaced when it changes, so that a comparison of references shows a change. */
  get endpoints(): readonly Endpoint[] {
    return this.list;
  }

  /** Looks all host names up once. Never rejects. */
  async refresh(): Promise<void> {
    for (const name of this.names()) await this.resolve(name);
    const next = this.toEndpoints();
    if (namesOf(next) !== namesOf(this.list)) this.list = next;
  }

  /** Stops the look-ups. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    await this.refresh();
    const pause = REFRESH_MS * (1 - JITTER + 2 * JITTER * this.options.random());
    if (!this.isClosed) this.timer = setTimeout(() => void this.run(), pause).unref();
  }

  private async resolve(name: string): Promise<void> {
    try {
      const found = ofOneFamily(await this.lookUp(name));
      if (found.length > 0) this.addresses.set(name, found);
      if (this.unresolved.delete(name))
        this.logger.log({ message: 'Resolved a host name again', host: name });
    } catch (error) {
      if (this.unresolved.has(name)) return;
      this.unresolved.add(name);
      const reason = (error as Error).message;
      this.logger.warn({ message: 'Could not resolve a host name; kept its addresses', host: name, reason });
    }
  }

  /** The host names that are looked up. "localhost" is left to the connector, which tries both of its addresses. */
  private names(): string[] {
    const hosts = this.origins.map((origin) => new URL(origin).hostname);
    return [...new Set(hosts)].filter((host) => host !== 'localhost' && !host.startsWith('[') && !isIP(host));
  }

  private toEndpoints(): Endpoint[] {
    const endpoints = this.origins.flatMap((origin) => {
      const found = this.addresses.get(new URL(origin).hostname);
      return (found ?? [null]).map((address) => endpointOf(origin, address));
    });
    return [...new Map(endpoints.map((endpoint) => [endpoint.name, endpoint])).values()];
  }
}

function endpointOf(origin: string, address: string | null): Endpoint {
  const { hostname, port, protocol } = new URL(origin);
  const host = address && isIP(address) === 6 ? `[${address}]` : (address ?? hostname);
  return { name: `${host}:${port || (protocol === 'https:' ? '443' : '80')}`, origin, address };
}

/**
 * Returns the IPv4 addresses, or the IPv6 ones if there are no others, in a stable order. A host with both kinds is one
 * replica, and counting it twice would give it twice its share.
 */
function ofOneFamily(addresses: readonly string[]): string[] {
  const sorted = [...new Set(addresses)].sort();
  const v4 = sorted.filter((address) => isIP(address) === 4);
  return (v4.length > 0 ? v4 : sorted).slice(0, MAX_ADDRESSES);
}

function namesOf(endpoints: readonly Endpoint[]): string {
  return endpoints.map(({ name }) => name).join();
}
