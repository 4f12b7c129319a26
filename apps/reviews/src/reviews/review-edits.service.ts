import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { externalKey, ReviewDuplicatesRepository } from '../additions/review-duplicates.repository';
import { type Source, SourcesRepository } from '../sources/sources.repository';
import { idsOf, TagsRepository } from '../tags/tags.repository';
import { tagNames } from './fields/field-values';
import { CUSTOM } from './review';
import { changedFields } from './review-changes';
import { sourceNotAllowed, takenInSource, unknownSource } from './review-errors';
import type { ReviewChange } from './review-rows';
import type { ReviewEntity } from './review.entity';
import type { ReviewUpdateInput } from './reviews.dto';

/** Works out which columns an update of the API changes. */
@Injectable()
export class ReviewEditsService {
  constructor(
    private readonly sources: SourcesRepository,
    private readonly tags: TagsRepository,
    private readonly duplicates: ReviewDuplicatesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the lock that moving a review to another source needs. Call it before locking the review: every writer locks in
   * this order.
   */
  async lock(tx: Tx, tenant: Tenant, { source_id }: ReviewUpdateInput): Promise<void> {
    if (source_id !== undefined) await this.duplicates.lockAll(tx, tenant);
  }

  /**
   * Returns the columns that differ; empty when the update changes nothing. Tags that do not exist yet are created.
   * Throws 400 when a value is not allowed.
   */
  async changeOf(tx: Tx, review: ReviewEntity, input: ReviewUpdateInput): Promise<ReviewChange> {
    const change = changedFields(review, input, this.clock.now());
    const source = input.source_id === undefined ? {} : await this.moved(tx, review, input.source_id);
    const tags = input.tags === undefined ? {} : await this.retagged(tx, review, input.tags);
    return { ...change, ...source, ...tags };
  }

  private async retagged(tx: Tx, review: ReviewEntity, tags: readonly string[]): Promise<ReviewChange> {
    const names = tagNames(tags);
    const tag_ids = idsOf(names, await this.tags.idsFor(tx, review, names));
    const current = [...review.tag_ids].sort((a, b) => a - b);
    return tag_ids.join() === current.join() ? {} : { tag_ids };
  }

  /** A review that was kept when its channel was deleted also keeps the platform's label. */
  private async moved(tx: Tx, review: ReviewEntity, sourceId: number | null): Promise<ReviewChange> {
    if (sourceId === review.source_id) return {};
    const source = await this.newSource(tx, review, sourceId);
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

  private async newSource(tx: Tx, review: ReviewEntity, id: number | null): Promise<Source> {
    if (review.channel_id !== null) throw sourceNotAllowed();
    if (id === null) return this.sources.default(tx, review);
    const source = (await this.sources.among(tx, review.sub_account_id, [id])).get(id);
    if (!source) throw unknownSource(id);
    return source;
  }
}
