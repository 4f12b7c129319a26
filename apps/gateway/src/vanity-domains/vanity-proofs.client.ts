import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { TxtRecords } from '@plaudit/outbound';
import { GatewayEnv } from '../gateway.env';
import { type ProofCheck, proofOf } from './domain-verification';
import { recordsOf } from './name-servers';
import type { VanityDomainRow } from './vanity-domains.repository';

/** Looks up the proofs of white-label domains in DNS. */
@Injectable()
export class VanityProofsClient implements OnApplicationShutdown {
  private readonly records: TxtRecords;

  constructor({ DNS_SERVERS }: GatewayEnv) {
    this.records = recordsOf(DNS_SERVERS);
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
