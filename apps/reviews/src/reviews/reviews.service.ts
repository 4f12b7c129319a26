import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { externalKey, ReviewDuplicatesRepository } from '../additions/review-duplicates.repository';
import { TombstonesRepository } from '../intake/tombstones.repository';
import { idsOf } from '../tags/tags.repository';
import { CUSTOM, statusNumber } from './review';
import { ReviewAnnouncements } from './review-announcements';
import { changedFields, statusWord, tagNames } from './review-changes';
import { ReviewLinks } from './review-links';
import { takenInSource } from './review-refusals';
import type { ReviewChange, StoredReview } from './review-rows';
import type { ReviewEntity } from './review.entity';
import type { ReviewUpdateInput } from './reviews.dto';
import { ReviewsRepository } from './reviews.repository';

const APPROVED = statusNumber('approved');

/** A write's result, and whether a widget may have to show it. */
export interface WrittenReview {
  review: StoredReview;
  shown: boolean;
}

/** What clients do with single reviews: each a change and its event in the caller's transaction. */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly reviews: ReviewsRepository,
    private readonly links: ReviewLinks,
    private readonly announcements: ReviewAnnouncements,
    private readonly tombstones: TombstonesRepository,
    private readonly duplicates: ReviewDuplicatesRepository,
  ) {}

  /** Applies an update; one that changes nothing bumps no version and sends no event. */
  async update(
    tx: Tx,
    principal: Principal,
    id: number,
    input: ReviewUpdateInput,
    now: Date,
  ): Promise<WrittenReview> {
    // Before the row's own lock, as everybody else takes them.
    if (input.source_id !== undefined) await this.duplicates.lockAll(tx, principal.sub_account_id);
    const before = await this.reviews.getForUpdate(tx, principal.sub_account_id, id);
    const change = {
      ...changedFields(before, input, now),
      ...(await this.relinked(tx, before, input)),
    };
    if (Object.keys(change).length === 0) {
      // Somebody may have made it so a moment ago and not told widgets yet.
      return { review: await this.reviews.getStored(tx, id), shown: true };
    }
    const review = await this.reviews.update(tx, before, change);
    await this.announcements.updated(tx, review, change, statusWord(before.status));
    return { review, shown: before.status === APPROVED || review.payload.status === 'approved' };
  }

  /** Deletes a review for good; a collected one leaves a tombstone, so that the next crawl does not bring it back. */
  async delete(tx: Tx, principal: Principal, id: number): Promise<WrittenReview> {
    const before = await this.reviews.getForUpdate(tx, principal.sub_account_id, id);
    const review = await this.reviews.getStored(tx, id);
    if (before.channel_id !== null && before.external_id !== null) {
      await this.tombstones.add(tx, before.channel_id, before.external_id);
    }
    await this.reviews.deleteAll(tx, [id]);
    await this.announcements.deleted(tx, [review]);
    return { review, shown: before.status === APPROVED };
  }

  private async relinked(tx: Tx, review: ReviewEntity, input: ReviewUpdateInput): Promise<ReviewChange> {
    const tenant = { accountId: review.account_id, subAccountId: review.sub_account_id };
    const change: ReviewChange = {};
    if (input.source_id !== undefined) Object.assign(change, await this.moved(tx, review, input.source_id));
    if (input.tags !== undefined) {
      const names = tagNames(input.tags);
      const ids = idsOf(names, await this.links.tagIds(tx, tenant, names));
      if (ids.join() !== [...review.tag_ids].sort((a, b) => a - b).join()) change.tag_ids = ids;
    }
    return change;
  }

  /** A review that was kept when its channel went keeps the platform's label, too. */
  private async moved(tx: Tx, review: ReviewEntity, sourceId: number): Promise<ReviewChange> {
    const source = await this.links.newSource(tx, review, sourceId);
    if (source.id === review.source_id) return {};
    const identity = {
      fingerprint: review.fingerprint.toString('hex'),
      external_id: review.external_id,
      from_email: review.from_email,
      source_id: source.id,
    };
    const { byExternalId } = await this.duplicates.among(tx, review.sub_account_id, [identity]);
    const same = byExternalId.get(externalKey(source.id, review.external_id ?? ''));
    if (same !== undefined) throw takenInSource(source.id, same);
    return { source_id: source.id, ...(review.platform === CUSTOM ? { label: source.name } : {}) };
  }
}
