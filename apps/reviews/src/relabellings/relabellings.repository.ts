import { Injectable } from '@nestjs/common';
import { type Tenant, tenantOf } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { LabelledReview } from './relabelled';
import { RelabellingEntity } from './relabelling.entity';

export type NewRelabelling = Pick<RelabellingEntity, 'noun' | 'subject_id' | 'into_id' | 'is_rename'>;

/** Where a review stands in the order of a relabelling. */
interface Place {
  id: number;
  posted_on: Date;
}

/** The reviews that must follow a tag or source, and the reviews of one batch. */
@Injectable()
export class RelabellingsRepository {
  /** Stores what the worker must do. A rename that still waits begins again instead, because reviews take the current name. */
  async add(tx: Tx, tenant: Tenant, added: NewRelabelling): Promise<void> {
    const { noun, subject_id, into_id, is_rename } = added;
    if (is_rename && (await this.restartRename(tx, tenant, added))) return;
    await tx.insert(RelabellingEntity, { ...tenantOf(tenant), noun, subject_id, into_id, is_rename });
  }

  /**
   * Locks the relabelling that is next, of this sub account or of any, and returns it; null if there is none. Waits for a replica
   * that works on the sub account; without a sub account, skips those that are being worked on. Those of one sub account run in
   * their order. Sub accounts take turns.
   */
  async lockNext(tx: Tx, subAccountId: number | null): Promise<RelabellingEntity | null> {
    const [next] = await queryRows<RelabellingEntity>(
      tx,
      `select * from relabellings next
       where ($1::bigint is null or sub_account_id = $1) and not exists (
         select from relabellings earlier where earlier.sub_account_id = next.sub_account_id and earlier.id < next.id)
       order by worked_on, id limit 1 for update ${subAccountId === null ? 'skip locked' : ''}`,
      [subAccountId],
    );
    return next ?? null;
  }

  /** Returns the places of at most `count` reviews with the tag or source, after those of the previous batch. */
  async places(tx: Tx, relabelling: RelabellingEntity, count: number): Promise<Place[]> {
    const { noun, sub_account_id, subject_id, after_posted_on, after_review_id } = relabelling;
    const [id, rows] =
      noun === 'tag' ? ['review_id', 'review_tags where tag_id'] : ['id', 'reviews where source_id'];
    return queryRows<Place>(
      tx,
      `select ${id} as id, posted_on from ${rows} = $2 and sub_account_id = $1
         and (posted_on, ${id}) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::bigint, 0))
       order by posted_on, ${id} limit $5`,
      [sub_account_id, subject_id, after_posted_on, after_review_id, count],
    );
  }

  /** Locks these reviews, in the order of their ids as every writer does. */
  async lockReviews(tx: Tx, ids: readonly number[]): Promise<LabelledReview[]> {
    return queryRows<LabelledReview>(
      tx,
      `select id, rating_scale, status, tag_ids, source_id, platform, label, external_id from reviews
       where id = any ($1::bigint[]) order by id for update`,
      [ids],
    );
  }

  /** Returns those of these external ids that the source has. */
  async externalIdsIn(tx: Tx, sourceId: number, ids: readonly (string | null)[]): Promise<Set<string>> {
    const rows = await queryRows<{ external_id: string }>(
      tx,
      'select external_id from reviews where source_id = $1 and external_id = any ($2)',
      [sourceId, ids.filter((id) => id !== null)],
    );
    return new Set(rows.map(({ external_id }) => external_id));
  }

  /** Deletes rows of `review_tags` whose review is gone or lacks the tag. Otherwise a merge would find them in every batch. */
  async deleteStrayTags(
    tx: Tx,
    { sub_account_id, subject_id }: RelabellingEntity,
    reviewIds: readonly number[],
  ): Promise<void> {
    await queryRows(
      tx,
      `delete from review_tags tag where sub_account_id = $1 and tag_id = $2 and review_id = any ($3::bigint[])
         and not exists (select from reviews review where review.id = tag.review_id and $2 = any (review.tag_ids))`,
      [sub_account_id, subject_id, reviewIds],
    );
  }

  /** Notes the last review of a batch, and that other sub accounts are next. */
  async advance(
    tx: Tx,
    { id, is_rename }: RelabellingEntity,
    { posted_on, id: reviewId }: Place,
  ): Promise<void> {
    await tx.update(
      RelabellingEntity,
      { id },
      {
        worked_on: () => 'clock_timestamp()',
        after_posted_on: is_rename ? posted_on : null,
        after_review_id: is_rename ? reviewId : null,
      },
    );
  }

  /** Lets other sub accounts go first. */
  async postpone(tx: Tx, id: number): Promise<void> {
    await tx.update(RelabellingEntity, { id }, { worked_on: () => 'clock_timestamp()' });
  }

  async finish(tx: Tx, id: number): Promise<void> {
    await tx.delete(RelabellingEntity, { id });
  }

  /**
   * Returns false if no rename of the tag or source waits. Passes over one that is being worked on, because its worker may wait
   * for a lock of the caller.
   */
  private async restartRename(
    tx: Tx,
    { sub_account_id }: Tenant,
    { noun, subject_id }: NewRelabelling,
  ): Promise<boolean> {
    const restarted = await queryRows(
      tx,
      `update relabellings set after_posted_on = null, after_review_id = null where id = (
         select id from relabellings where sub_account_id = $1 and noun = $2 and subject_id = $3 and is_rename
         order by id limit 1 for update skip locked)
       returning id`,
      [sub_account_id, noun, subject_id],
    );
    return restarted.length > 0;
  }
}
