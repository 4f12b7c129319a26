import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { ReviewDuplicatesRepository } from '../additions/review-duplicates.repository';
import type { ReviewUpdate } from '../reviews/review-rows';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import { SourcesRepository } from '../sources/sources.repository';
import { TagsRepository } from '../tags/tags.repository';
import { type LabelledReview, resourced, retagged } from './relabelled';
import type { RelabellingEntity } from './relabelling.entity';
import { RelabellingsRepository } from './relabellings.repository';

/** Reviews per transaction: a tag may have hundreds of thousands, and each transaction must stay short. */
const BATCH = 200;

/** Lets reviews follow a tag or source that was renamed, merged or deleted, with an event for each review. */
@Injectable()
export class RelabellingsService {
  constructor(
    private readonly relabellings: RelabellingsRepository,
    private readonly tags: TagsRepository,
    private readonly sources: SourcesRepository,
    private readonly duplicates: ReviewDuplicatesRepository,
    private readonly stored: StoredReviewsService,
  ) {}

  /** Updates the next batch of reviews, of this sub account or of any. Returns false if there is nothing to do. */
  async batch(tx: Tx, subAccountId: number | null): Promise<boolean> {
    const relabelling = await this.relabellings.lockNext(tx, subAccountId);
    if (!relabelling) return false;
    // Nobody adds a review to the source meanwhile. The lock comes before those of the reviews, as in every writer.
    if (relabelling.noun === 'source') await this.duplicates.lockAll(tx, relabelling);
    const places = await this.relabellings.places(tx, relabelling, BATCH);
    const last = places.at(-1);
    if (!last) {
      await this.finish(tx, relabelling);
      return true;
    }
    const ids = places.map(({ id }) => id);
    const updates = await this.updates(tx, relabelling, await this.relabellings.lockReviews(tx, ids));
    await this.stored.update(tx, updates, { history: 'leave_out' });
    if (relabelling.noun === 'tag' && updates.length < ids.length) {
      await this.relabellings.deleteStrayTags(tx, relabelling, ids);
    }
    await this.relabellings.advance(tx, relabelling, last);
    return true;
  }

  /** Lets the other sub accounts go first, because the one that is next has failed. */
  async postponeNext(tx: Tx): Promise<void> {
    const failed = await this.relabellings.lockNext(tx, null);
    if (failed) await this.relabellings.postpone(tx, failed.id);
  }

  private async updates(
    tx: Tx,
    relabelling: RelabellingEntity,
    reviews: readonly LabelledReview[],
  ): Promise<ReviewUpdate[]> {
    const source = relabelling.noun === 'source' ? await this.newSource(tx, relabelling, reviews) : null;
    return reviews.flatMap((stored) => {
      const change = source ? resourced(stored, relabelling, source) : retagged(stored, relabelling);
      return change ? [{ stored, change }] : [];
    });
  }

  private async newSource(
    tx: Tx,
    { sub_account_id, subject_id, into_id }: RelabellingEntity,
    reviews: readonly LabelledReview[],
  ) {
    const id = into_id ?? subject_id;
    const known = await this.sources.among(tx, sub_account_id, [id]);
    const externalIds = reviews.map(({ external_id }) => external_id);
    const takenIds = into_id === null ? [] : await this.relabellings.externalIdsIn(tx, into_id, externalIds);
    return { name: known.get(id)?.name ?? null, takenIds: new Set(takenIds) };
  }

  /** A tag that was merged exists until here, because reviews show it. One that got a review in the meantime stays for another batch. */
  private async finish(
    tx: Tx,
    { id, noun, subject_id, into_id, is_rename }: RelabellingEntity,
  ): Promise<void> {
    const isMergedTag = noun === 'tag' && into_id !== null && !is_rename;
    if (isMergedTag && !(await this.tags.deleteUnused(tx, subject_id))) return;
    await this.relabellings.finish(tx, id);
  }
}
