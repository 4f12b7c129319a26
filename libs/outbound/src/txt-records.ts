import { Resolver as DnsResolver } from 'node:dns/promises';
import { withinTime } from './guard/resolver';
import { OutboundError } from './outbound-error';

/** Large domains have some twenty records at their apex. Names that exist for a proof have one or two. */
const MAX_RECORDS = 50;
const MAX_RECORD_LENGTH = 1_024;
const LOOKUP_MS = 4_000;
/** The name exists without TXT records, or does not exist. */
const NO_RECORDS: readonly unknown[] = ['ENODATA', 'ENOTFOUND'];

/** Reads the TXT records of names, as proofs that a domain belongs to somebody. */
export class TxtRecords {
  private readonly dns: DnsResolver;

  /** `servers` are `ip` or `ip:port`; by default the system's. `limitMs` is the maximum wait for an answer. */
  constructor(
    servers: readonly string[] = [],
    private readonly limitMs = LOOKUP_MS,
  ) {
    this.dns = new DnsResolver({ timeout: limitMs / 2, tries: 2 });
    if (servers.length > 0) this.dns.setServers(servers);
  }

  /**
   * Returns the records of a name, longer ones cut. The list is empty if the name has none. Throws `dns_error` within the
   * limit (4 s) if that cannot be found out.
   */
  async lookup(name: string): Promise<string[]> {
    const records = await this.query(name);
    if (records.length > MAX_RECORDS) {
      throw new OutboundError('dns_error', 'The name has too many TXT records.');
    }
    return records.map((strings) => strings.join('').slice(0, MAX_RECORD_LENGTH));
  }

  /** Ends the look-ups that are under way. */
  close(): void {
    this.dns.cancel();
  }

  private async query(name: string): Promise<string[][]> {
    try {
      return await withinTime(this.dns.resolveTxt(name), this.limitMs);
    } catch (error) {
      if (NO_RECORDS.includes((error as { code?: unknown }).code)) return [];
      throw new OutboundError('dns_error', 'The name server gave no usable answer.', error);
    }
  }
}
