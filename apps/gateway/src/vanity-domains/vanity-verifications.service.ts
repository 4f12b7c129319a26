import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import type { Actor } from '../accounts/actor';
import { afterCheck, PENDING, type ProofCheck, statusOf, type Verification } from './domain-verification';
import { type VanityDomainRow, VanityDomainsRepository } from './vanity-domains.repository';

/**
 * Stores which account has which host verified. A host that another account proves is taken from the one before. Publishes
 * `account.changed` when a domain comes into use or goes out of use.
 */
@Injectable()
export class VanityVerificationsService {
  constructor(
    private readonly domains: VanityDomainsRepository,
    private readonly changes: AccountChangesService,
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
      const { tx } = change;
      // Every change locks its account before domains. The holder's account is therefore locked first, too.
      const holders = await this.domains.findHolders(tx, host, actor.accountId);
      const others = await this.changes.lockOthers(change, holders);
      const current = await this.domains.lock(tx, host, actor.accountId);
      if (!current) return;
      const next = decide(current);
      const [before, after] = [statusOf(current), statusOf(next)];
      if (after === 'verified' && before !== 'verified') await this.takeFromOthers(change, host, others);
      await this.domains.save(tx, actor.accountId, next);
      if (before === after) return;
      await this.changes.announce(change, 'account', {
        action: `account.vanity_${after}`,
        target: { type: 'account', id: actor.accountId },
        before: { vanity_url: host, vanity_status: before },
        after: { vanity_url: host, vanity_status: after },
      });
    });
  }

  /** `locked` are the accounts that had the host before its domains were locked. Another one may have proved it since. */
  private async takeFromOthers(
    change: AccountChange,
    host: string,
    locked: readonly AccountChange[],
  ): Promise<void> {
    const { tx, account } = change;
    const holders = await this.domains.findHolders(tx, host, account.id);
    const late = holders.filter((id) => !locked.some((other) => other.account.id === id));
    const others = [...locked, ...(await this.changes.lockOthers(change, late))];
    for (const other of others) {
      const { id } = other.account;
      if (!(await this.domains.release(tx, host, id))) continue;
      await this.changes.announce(other, 'account', {
        action: 'account.vanity_pending',
        target: { type: 'account', id },
        before: { vanity_url: host, vanity_status: 'verified' },
        after: { vanity_url: host, vanity_status: 'pending', reason: 'another account proved the domain' },
      });
    }
  }
}
