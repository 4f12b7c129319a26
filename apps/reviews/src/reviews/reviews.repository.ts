import { Injectable } from '@nestjs/common';
import { insertRows, queryRows, type Tx, updateRows } from '@plaudit/database';
import type { Counted } from '../counts/count-deltas';
import type { DeletionReason } from '../changes/deleted-review.entity';
import { ReviewCountsRepository } from '../counts/review-counts.repository';
import { ReviewWordsRepository, type WordedReview, type WordsKey } from '../search/review-words.repository';
import { unknownReview } from './review-errors';
import { REVIEW_EVENT_JSON } from './review-json.sql';
import {
  changedColumns,
  type NewReview,
  type ReviewUpdate,
  type StoredReview,
  writtenRow,
} from './review-rows';
import { ReviewEntity } from './review.entity';

const STORED = `review.id, review.version, review.account_id, review.sub_account_id, ${REVIEW_EVENT_JSON} as payload`;

/** The columns that the counters, `review_tags` and `review_words` depend on, read before and after a write. */
const COUNTED =
  'id, sub_account_id, status, star, rating, posted_on, tag_ids, from_image is not null as has_photo';

const TAG_KEY = 'sub_account_id, tag_id, posted_on, review_id';
const TAG_ROWS = 'sub_account_id, unnest(tag_ids) as tag_id, posted_on, id as review_id';
/** Deletes and writes the rows of `review_tags` that differ after a change of tags, date, status or rating. */
const RETAGGED = `
  old_tags as (select ${TAG_ROWS}, status, star, rating from before),
  new_tags as (select ${TAG_ROWS}, status, star, rating from after),
  untagged as (
    delete from review_tags tag
    using (select ${TAG_KEY} from old_tags except select ${TAG_KEY} from new_tags) removed
    where (tag.sub_account_id, tag.tag_id, tag.posted_on, tag.review_id)
      = (removed.sub_account_id, removed.tag_id, removed.posted_on, removed.review_id)
  ), tagged as (
    insert into review_tags (${TAG_KEY}, status, star, rating)
    select * from new_tags except select * from old_tags
    on conflict (${TAG_KEY}) do update
      set status = excluded.status, star = excluded.star, rating = excluded.rating
  )`;

/** Holds every write to the table `reviews`. Each also keeps the counters, `review_tags` and `review_words` up to date. */
@Injectable()
export class ReviewsRepository {
  constructor(
    private readonly counts: ReviewCountsRepository,
    private readonly words: ReviewWordsRepository,
  ) {}

  /** Locks the row until the transaction ends and returns it. Throws 404 unless the sub account has this review. */
  async getForUpdate(tx: Tx, subAccountId: number, id: number): Promise<ReviewEntity> {
    const [row] = await queryRows<ReviewEntity>(
      tx,
      'select * from reviews where sub_account_id = $1 and id = $2 for update',
      [subAccountId, id],
    );
    if (!row) throw unknownReview(id);
    return row;
  }

  /** {@link getAllStored} for one. */
  async getStored(tx: Tx, id: number): Promise<StoredReview> {
    const [stored] = await this.getAllStored(tx, [id]);
    return stored as StoredReview;
  }

  /** Returns reviews as their events carry them, by id. Reviews that do not exist are left out. */
  async getAllStored(tx: Tx, ids: readonly number[]): Promise<StoredReview[]> {
    return queryRows<StoredReview>(
      tx,
      `select ${STORED} from reviews review where review.id = any ($1::bigint[]) order by review.id`,
      [ids],
    );
  }

  /** Stores reviews in one statement. A review whose channel already has its external id is left out. */
  async insert(tx: Tx, reviews: readonly NewReview[]): Promise<StoredReview[]> {
    if (reviews.length === 0) return [];
    const { sql, json } = insertRows(ReviewEntity, reviews.map(writtenRow));
    const added = await queryRows<StoredReview & Counted>(
      tx,
      `with added as (
         ${sql} on conflict (channel_id, external_id) where channel_id is not null do nothing
         returning *
       ), tagged as (
         insert into review_tags (${TAG_KEY}, status, star, rating)
         select distinct ${TAG_ROWS}, status, star, rating from added
       )
       select ${STORED}, review.status, review.star, review.rating, review.tag_ids,
         review.from_image is not null as has_photo
       from added review order by review.id`,
      [json],
    );
    this.counts.note(tx, { after: added });
    await this.words.write(tx, added.map(worded));
    return added;
  }

  /**
   * Sets the columns that each change names and bumps the versions, in one statement. Returns the reviews by id. The
   * caller holds the locks of the rows.
   */
  async updateAll(tx: Tx, updates: readonly ReviewUpdate[]): Promise<StoredReview[]> {
    if (updates.length === 0) return [];
    const changes = updates.map(({ stored, change }) => ({
      id: stored.id,
      change: changedColumns(stored, change),
    }));
    const also = ['version = review.version + 1', 'updated_on = now()'];
    const { sql, json } = updateRows(ReviewEntity, 'review', changes, also);
    const counted = await queryRows<Counted & WordsKey & { place: number }>(
      tx,
      `with before as (
         select ${COUNTED} from reviews where id = any ($2::bigint[])
       ), after as (
         ${sql} returning review.*
       ), ${RETAGGED}
       select 1 as place, * from before union all select 2, ${COUNTED} from after`,
      [json, updates.map(({ stored }) => stored.id)],
    );
    const before = counted.filter(({ place }) => place === 1);
    const after = counted.filter(({ place }) => place === 2);
    this.counts.note(tx, { before, after });
    const redated = new Set(updates.filter(({ change }) => change.posted_on).map(({ stored }) => stored.id));
    await this.words.deleteAll(
      tx,
      before.filter(({ id }) => redated.has(id)),
    );
    const stored = await this.getAllStored(
      tx,
      updates.map(({ stored: { id } }) => id),
    );
    await this.words.write(tx, stored.map(worded));
    return stored;
  }

  /**
   * Deletes reviews and remembers that they are gone. The caller holds the locks of the rows. Collected ones that a client
   * deletes leave a tombstone.
   */
  async deleteAll(tx: Tx, ids: readonly number[], reason: DeletionReason): Promise<void> {
    const before = await queryRows<Counted & WordsKey>(
      tx,
      `with deleted as (
         delete from reviews where id = any ($1::bigint[]) returning ${COUNTED}, account_id, channel_id, external_id
       ), untagged as (
         delete from review_tags tag using deleted
         where tag.sub_account_id = deleted.sub_account_id and tag.tag_id = any (deleted.tag_ids)
           and tag.posted_on = deleted.posted_on and tag.review_id = deleted.id
       ), remembered as (
         insert into tombstones (channel_id, external_id)
         select channel_id, external_id from deleted
         where $2 = 'deleted' and channel_id is not null and external_id is not null
         on conflict do nothing
       ), gone as (
         insert into deleted_reviews (review_id, account_id, sub_account_id, reason)
         select id, account_id, sub_account_id, $2 from deleted
       )
       select * from deleted`,
      [ids, reason],
    );
    this.counts.note(tx, { before });
    await this.words.deleteAll(tx, before);
  }
}

function worded({ id, sub_account_id, version, payload: { text, from_name } }: StoredReview): WordedReview {
  return { id, sub_account_id, version, text, from_name };
}
