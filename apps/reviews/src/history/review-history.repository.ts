import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { type HistoryEntry, MAX_HISTORY } from './review-history';
import type { ReviewHistoryEntity } from './review-history.entity';

/** The columns of a review that say how it came in. */
export interface ReviewArrival {
  origin: string;
  created_on: Date;
}

/** Stores what changed about reviews, in the transaction of each change. */
@Injectable()
export class ReviewHistoryRepository {
  constructor(private readonly database: Database) {}

  /** Stores the entries of a batch in one statement. Of each of its reviews, it keeps the newest {@link MAX_HISTORY} older ones. */
  async add(tx: Tx, entries: readonly HistoryEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await queryRows(
      tx,
      `with given as (
         select * from jsonb_to_recordset($1::jsonb) as given (review_id bigint, kind text, actor text, actor_id bigint,
           before text, after text, details jsonb)
       ), trimmed as (
         delete from review_history old using (
           select distinct given.review_id, (
             select id from review_history kept where kept.review_id = given.review_id
             order by id desc offset ${MAX_HISTORY - 1} limit 1) as oldest
           from given
         ) as full_ones
         where old.review_id = full_ones.review_id and old.id < full_ones.oldest
       )
       insert into review_history (review_id, kind, actor, actor_id, before, after, details)
       select review_id, kind, actor, actor_id, before, after, details from given`,
      [JSON.stringify(entries)],
    );
  }

  async delete(tx: Tx, reviewIds: readonly number[]): Promise<void> {
    await queryRows(tx, 'delete from review_history where review_id = any ($1::bigint[])', [reviewIds]);
  }

  /** Returns how the review came in, or null unless the sub account has a review with this id. */
  async arrival(subAccountId: number, reviewId: number): Promise<ReviewArrival | null> {
    const [arrival] = await this.database.query<ReviewArrival>(
      'select origin, created_on from reviews where sub_account_id = $1 and id = $2',
      [subAccountId, reviewId],
    );
    return arrival ?? null;
  }

  /** Returns the newest {@link MAX_HISTORY} changes of a review, newest first. */
  async newest(reviewId: number): Promise<ReviewHistoryEntity[]> {
    return this.database.query<ReviewHistoryEntity>(
      `select * from review_history where review_id = $1 order by id desc limit ${MAX_HISTORY}`,
      [reviewId],
    );
  }
}
