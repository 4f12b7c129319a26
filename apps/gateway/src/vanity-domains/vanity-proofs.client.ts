import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TxtRecords } from '@plaudit/outbound';
import { GatewayEnv } from '../gateway.env';
import { type ProofCheck, proofOf } from './domain-verification';
import type { VanityDomainRow } from './vanity-domains.repository';

/** Looks up the proofs of white-label domains in DNS. */
@Injectable()
export class VanityProofsClient implements OnApplicationShutdown {
  private readonly records: TxtRecords;

  constructor({ DNS_SERVERS }: GatewayEnv) {
    const servers = DNS_SERVERS.split(',')
      .map((server) => server.trim())
      .filter((server) => server !== '');
    try {
      this.records = new TxtRecords(servers);
    } catch {
      throw new Error(
        `DNS_SERVERS: "${DNS_SERVERS}" is not a list of addresses such as 192.0.2.53,192.0.2.54:5353`,
      );
    }
  }

  async check(domain: VanityDomainRow): Promise<ProofCheck> {
    const { name, value } = proofOf(domain);
    try {
      const records = await this.records.lookup(name);
      return records.some((record) => record.trim() === value) ? 'found' : 'missing';
    } catch {
      return 'unknown';
    }
  }

  onApplicationShutdown(): void {
    this.records.close();
  }
}
