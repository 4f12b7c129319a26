import { Injectable } from '@nestjs/common';
import type { DomainEvent, Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { ContentRevsRepository } from './content-revs.repository';
import { type AskedRev, ReviewRevsClient } from './review-revs.client';

/** The content rev that is stored, and the rev of the reviews service that it includes. */
interface KnownRevs {
  content_rev: number;
  reviews_rev: number;
}

/**
 * Raises the content rev of a sub account, which makes every cached response of its widgets outdated. Before a visitor gets a
 * response, {@link upToDate} asks the reviews service whether reviews have changed, so that every change shows at once. The
 * notices and events of the reviews service raise the rev too. They count while the reviews service does not answer.
 */
@Injectable()
export class ContentRevsService {
  /** The writes under way, by sub account and rev of the reviews service, because many visitors notice a change at once. */
  private readonly following = new Map<string, Promise<number>>();

  constructor(
    private readonly revs: ContentRevsRepository,
    private readonly reviews: ReviewRevsClient,
  ) {}

  /** Asks the reviews service for its rev, and with `lease` for a lease on it. Returns null if it does not answer. Never throws. */
  async ask(subAccountId: number, lease = false): Promise<AskedRev | null> {
    return this.reviews.find(subAccountId, lease);
  }

  /**
   * Returns the rev that includes all changes of reviews, or the known one if the reviews service does not answer. `asked` is
   * the answer to a question that was sent after the visitor arrived. Without it, this asks.
   */
  async upToDate(tenant: Tenant, known: KnownRevs, asked = this.ask(tenant.sub_account_id)): Promise<number> {
    const answer = await asked;
    if (answer === null || answer.rev === known.reviews_rev) return known.content_rev;
    return this.follow(tenant, answer.rev);
  }

  private async follow(tenant: Tenant, reviewsRev: number): Promise<number> {
    const key = `${tenant.sub_account_id} ${reviewsRev}`;
    const running = this.following.get(key);
    if (running) return running;
    const write = this.revs.follow(tenant, reviewsRev).finally(() => this.following.delete(key));
    this.following.set(key, write);
    return write;
  }

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
