import { Injectable } from '@nestjs/common';
import { Chore, Clock } from '@plaudit/runtime';
import { type Actor, operatorOf, requireAdmin, requireMain } from '../accounts/actor';
import { type VanityDomainRow, VanityDomainsRepository } from './vanity-domains.repository';
import { VanityProofsClient } from './vanity-proofs.client';
import { VanityVerificationsService } from './vanity-verifications.service';

const DAY_MS = 24 * 3_600_000;
/** Checked at once. A name server that does not answer delays a batch by 4 s. */
const BATCH_SIZE = 20;

/** Checks whether the proofs of white-label domains are in DNS. */
@Injectable()
export class VanityChecksService {
  constructor(
    private readonly domains: VanityDomainsRepository,
    private readonly proofs: VanityProofsClient,
    private readonly verifications: VanityVerificationsService,
    private readonly clock: Clock,
  ) {}

  /** Returns the account's domain, or null if it has none. */
  find({ accountId }: Pick<Actor, 'accountId'>): Promise<VanityDomainRow | null> {
    return this.domains.find(accountId);
  }

  /**
   * Checks the proof of the account's domain now. Returns the domain as it is then, or null if the account has none.
   * Throws 403 unless the actor is an admin of the whole account.
   */
  async verify(actor: Actor): Promise<VanityDomainRow | null> {
    requireMain(actor);
    requireAdmin(actor);
    const domain = await this.find(actor);
    if (domain) await this.check(actor, domain);
    return this.find(actor);
  }

  /** Checks proofs that were not checked for a day, and returns true if there may be more. */
  @Chore({ name: 'vanity_domains', everyMs: 3_600_000, per: 'service' })
  async checkDue(): Promise<boolean> {
    const now = this.clock.now();
    const due = await this.domains.claimDue(new Date(now.getTime() - DAY_MS), now, BATCH_SIZE);
    // The server itself acts, so no sub account limits it.
    await Promise.all(
      due.map((domain) =>
        this.check(operatorOf({ account_id: domain.account_id, sub_account_id: 0 }), domain),
      ),
    );
    return due.length === BATCH_SIZE;
  }

  private async check(actor: Actor, domain: VanityDomainRow): Promise<void> {
    const found = await this.proofs.check(domain);
    await this.domains.markChecked(domain.account_id, this.clock.now());
    await this.verifications.storeCheck(actor, domain, found);
  }
}
