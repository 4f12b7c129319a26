import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import type { Actor } from '../accounts/actor';
import { AuditService } from '../audit/audit.service';
import { afterCheck, PENDING, type ProofCheck, statusOf, type Verification } from './domain-verification';
import { type VanityDomainRow, VanityDomainsRepository } from './vanity-domains.repository';

/** Stores which account has which host verified. A host that another account proves is taken from the one before. */
@Injectable()
export class VanityVerificationsService {
  constructor(
    private readonly domains: VanityDomainsRepository,
    private readonly changes: AccountChangesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Stores the result of a check, unless the account named another host since. */
  async storeCheck(actor: Actor, checked: VanityDomainRow, check: ProofCheck): Promise<void> {
    const after = (domain: VanityDomainRow): Verification => afterCheck(domain, check, this.clock.now());
    await this.store(actor, checked.host, (domain) =>
      domain.token === checked.token ? after(domain) : domain,
    );
  }

  /** Verifies the account's domain, or makes it pending, without DNS. Throws 400 if the account has no domain. */
  async storeDecision(actor: Actor, isVerified: boolean): Promise<void> {
    const domain = await this.domains.find(actor.accountId);
    if (!domain) {
      throw new ApiError('invalid_value', `Account ${actor.accountId} has no vanity_url.`, {
        field: 'vanity_url',
      });
    }
    const verified: Verification = {
      verified_by: 'operator',
      verified_on: this.clock.now(),
      missing_since: null,
    };
    await this.store(actor, domain.host, () => (isVerified ? verified : PENDING));
  }

  private async store(
    actor: Actor,
    host: string,
    decide: (current: VanityDomainRow) => Verification,
  ): Promise<void> {
    await this.changes.run(actor, async (change) => {
      const current = await this.domains.lock(change.tx, host, actor.accountId);
      if (!current) return;
      const next = decide(current);
      const [before, after] = [statusOf(current), statusOf(next)];
      if (after === 'verified' && before !== 'verified') await this.takeFromOthers(change, host);
      await this.domains.save(change.tx, actor.accountId, next);
      if (before === after) return;
      await this.changes.note(change, {
        action: `account.vanity_${after}`,
        target: { type: 'account', id: actor.accountId },
        before: { vanity_url: host, vanity_status: before },
        after: { vanity_url: host, vanity_status: after },
      });
    });
  }

  private async takeFromOthers({ tx, account }: AccountChange, host: string): Promise<void> {
    for (const accountId of await this.domains.release(tx, host, account.id)) {
      const operator = { accountId, keyId: null, userId: null };
      await this.audit.note(tx, operator, {
        action: 'account.vanity_pending',
        target: { type: 'account', id: accountId },
        before: { vanity_url: host, vanity_status: 'verified' },
        after: { vanity_url: host, vanity_status: 'pending', reason: 'another account proved the domain' },
      });
    }
  }
}
