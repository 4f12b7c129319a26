import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { ContentRevsRepository } from './content-revs.repository';
import { ReviewRevsClient } from './review-revs.client';

/** The content rev that is stored, and the rev of the reviews service that it includes. */
interface KnownRevs {
  content_rev: number;
  reviews_rev: number;
}

/** A content rev, and when the reviews service last confirmed that it includes all changes of reviews. */
export interface ConfirmedRev {
  contentRev: number;
  confirmedOn: Date;
}

/**
 * Keeps the content rev of each sub account, which is a part of the version of every response. Before a visitor gets a response,
 * {@link upToDate} asks the reviews service whether reviews have changed, so that every change shows at once.
 */
@Injectable()
export class ContentRevsService {
  /** The writes under way, by sub account and rev of the reviews service, because many visitors notice a change at once. */
  private readonly following = new Map<string, Promise<number>>();
  /** When the reviews service last answered, by sub account. It begins with the first question. */
  private readonly answeredOn = new LRUCache<number, Date>({ max: 100_000 });

  constructor(
    private readonly revs: ContentRevsRepository,
    private readonly reviews: ReviewRevsClient,
    private readonly clock: Clock,
  ) {}

  /** Asks the reviews service for its rev. Returns null if it does not answer. Never throws. */
  async ask(subAccountId: number): Promise<number | null> {
    return this.reviews.find(subAccountId);
  }

  /**
   * Returns the rev that includes all changes of reviews, or the known one if the reviews service does not answer. `asked` is
   * the answer to a question that was sent after the visitor arrived. Without it, this asks.
   */
  async upToDate(
    tenant: Tenant,
    known: KnownRevs,
    asked = this.ask(tenant.sub_account_id),
  ): Promise<ConfirmedRev> {
    const id = tenant.sub_account_id;
    const now = this.clock.now();
    const reviewsRev = await asked;
    const confirmedOn = reviewsRev === null ? (this.answeredOn.get(id) ?? now) : now;
    this.answeredOn.set(id, confirmedOn);
    const isKnown = reviewsRev === null || reviewsRev === known.reviews_rev;
    return { contentRev: isKnown ? known.content_rev : await this.follow(tenant, reviewsRev), confirmedOn };
  }

  private async follow(tenant: Tenant, reviewsRev: number): Promise<number> {
    const key = `${tenant.sub_account_id} ${reviewsRev}`;
    const running = this.following.get(key);
    if (running) return running;
    const write = this.revs.follow(tenant, reviewsRev).finally(() => this.following.delete(key));
    this.following.set(key, write);
    return write;
  }
}
