import { Injectable } from '@nestjs/common';
import { beforeCommit, queryRows, type Tx } from '@plaudit/database';
import { ReviewRevsRepository } from '../revs/review-revs.repository';
import { type Counted, CountDeltas } from './count-deltas';

/**
 * Keeps the counters of reviews, per (sub account, status, rating) and per (sub account, tag), in step with the rows, and
 * counts the transactions that changed reviews of a sub account.
 * Every write of a transaction is noted here, and the sums are stored as its last statements, in a fixed order. All
 * writers of a tenant need the same few rows: this way the rows are locked only for the commit, and writers cannot
 * deadlock.
 */
@Injectable()
export class ReviewCountsRepository {
  private readonly pending = new WeakMap<Tx, CountDeltas>();

  constructor(private readonly revs: ReviewRevsRepository) {}

  /** Notes reviews before and after a write. An insert has no `before`, a delete no `after`. */
  note(
    tx: Tx,
    { before = [], after = [] }: { before?: readonly Counted[]; after?: readonly Counted[] },
  ): void {
    const deltas = this.pending.get(tx) ?? this.open(tx);
    for (const review of before) deltas.remove(review);
    for (const review of after) deltas.add(review);
  }

  private open(tx: Tx): CountDeltas {
    const deltas = new CountDeltas();
    this.pending.set(tx, deltas);
    beforeCommit(tx, async () => {
      await store(tx, deltas);
      await this.revs.raise(tx, deltas.subAccounts());
    });
    return deltas;
  }
}

async function store(tx: Tx, deltas: CountDeltas): Promise<void> {
  const reviews = deltas.reviewCounts();
  if (reviews.length > 0) {
    await queryRows(
      tx,
      `insert into review_counts as counted (sub_account_id, status, star, rating, total, with_photos)
       select * from jsonb_to_recordset($1::jsonb) as delta
         (sub_account_id bigint, status smallint, star smallint, rating double precision, total bigint,
         with_photos bigint)
       order by sub_account_id, status, star, rating
       on conflict (sub_account_id, status, star, rating) do update
         set total = counted.total + excluded.total, with_photos = counted.with_photos + excluded.with_photos`,
      [JSON.stringify(reviews)],
    );
  }
  const tags = deltas.tagCounts();
  if (tags.length > 0) {
    await queryRows(
      tx,
      `insert into tag_counts as counted (sub_account_id, tag_id, total)
       select * from jsonb_to_recordset($1::jsonb) as delta (sub_account_id bigint, tag_id bigint, total bigint)
       order by sub_account_id, tag_id
       on conflict (sub_account_id, tag_id) do update set total = counted.total + excluded.total`,
      [JSON.stringify(tags)],
    );
  }
}
