import { Injectable } from '@nestjs/common';
import type { DomainEvent, Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { ReviewDuplicatesRepository } from '../additions/review-duplicates.repository';
import { anonymised } from '../privacy/anonymous';
import { SuppressionsRepository } from '../privacy/suppressions.repository';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import { SourcesRepository } from '../sources/sources.repository';
import { type Answer, DIRECT_SOURCE, type DirectReview, directReview } from './direct-review';
import { DirectReviewsRepository } from './direct-reviews.repository';

/** Stores the reviews that recipients of invitations write on the landing page. */
@Injectable()
export class DirectReviewsService {
  constructor(
    private readonly duplicates: ReviewDuplicatesRepository,
    private readonly direct: DirectReviewsRepository,
    private readonly suppressions: SuppressionsRepository,
    private readonly sources: SourcesRepository,
    private readonly stored: StoredReviewsService,
  ) {}

  /**
   * Stores the review in the inbox, so widgets do not show it yet. An invitation has one review at most: another one changes nothing.
   * The review of a person who was erased is stored anonymously.
   */
  async add(tx: Tx, { accountid, subaccountid, data }: DomainEvent<Answer>, now: Date): Promise<void> {
    const tenant: Tenant = { account_id: accountid, sub_account_id: subaccountid };
    const review = directReview(data, tenant, now);
    await this.duplicates.lockOne(tx, tenant, review);
    const source = await this.sources.named(tx, tenant, DIRECT_SOURCE);
    if (await this.direct.isStored(tx, tenant.sub_account_id, source.id, review)) return;
    const hidden = (await this.isErased(tx, tenant, review)) ? anonymised(review) : {};
    await this.stored.insert(tx, [{ ...review, source_id: source.id, label: source.name, ...hidden }]);
  }

  private async isErased(
    tx: Tx,
    tenant: Tenant,
    { from_email, external_id }: DirectReview,
  ): Promise<boolean> {
    const erased = await this.suppressions.among(tx, tenant, [
      external_id,
      ...(from_email ? [from_email] : []),
    ]);
    return erased.size > 0;
  }
}
