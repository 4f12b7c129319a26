import { Injectable } from '@nestjs/common';
import type { DomainEvent, Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { ContentRevsRepository } from './content-revs.repository';

/**
 * Raises the content rev of a sub account, which makes every cached response of its widgets outdated. When a review
 * changes, the reviews service requests this before it responds to its client. The review event raises the rev once
 * more. That covers changes that no client waits for, and requests that failed.
 */
@Injectable()
export class ContentRevsService {
  constructor(private readonly revs: ContentRevsRepository) {}

  /** Returns the new rev. */
  async bump(tenant: Tenant): Promise<number> {
    return this.revs.bump(tenant);
  }

  /** Raises the rev of the sub account that the event belongs to, in the transaction of the event's other effects. */
  async bumpForEvent(tx: Tx, event: DomainEvent): Promise<void> {
    await this.revs.bumpWithin(tx, { account_id: event.accountid, sub_account_id: event.subaccountid });
  }

  /** Raises the rev of each sub account that owns at least one of these records. */
  async bumpAll(tx: Tx, records: readonly Tenant[]): Promise<void> {
    await this.revs.bumpAllWithin(tx, records);
  }
}
