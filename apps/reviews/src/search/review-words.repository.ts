import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import { type SearchedReview, wordVector } from './word-vector';

/** A review as its words are stored. */
export interface WordedReview extends SearchedReview {
  id: number;
  version: number;
}

/** What identifies the row of a review. */
export interface WordsKey {
  id: number;
  sub_account_id: number;
  posted_on: Date;
}

/** The words that the nightly repair corrected in a sub account. */
export interface RepairedWords {
  sub_account_id: number;
  rows: number;
}

/** Reviews per statement of a repair. */
const REPAIR_BATCH = 1_000;

const KEY = 'sub_account_id, posted_on, review_id';

/** Writes the words by which reviews are found. */
@Injectable()
export class ReviewWordsRepository {
  /**
   * Stores the words of reviews that were added or changed. The caller holds the locks of the reviews. Words that are the same
   * are not written again, so that a change of the status alone does not touch the index.
   */
  async write(tx: Tx, reviews: readonly WordedReview[]): Promise<void> {
    if (reviews.length === 0) return;
    await queryRows(
      tx,
      `insert into review_words as stored (${KEY}, version, status, star, rating, words)
       select review.sub_account_id, review.posted_on, review.id, given.version, review.status, review.star,
         review.rating, given.words::tsvector
       from unnest($1::bigint[], $2::integer[], $3::text[]) as given (id, version, words)
       join reviews review on review.id = given.id
       on conflict (${KEY}) do update
         set version = excluded.version, status = excluded.status, star = excluded.star, rating = excluded.rating,
           words = case when stored.words = excluded.words then stored.words else excluded.words end`,
      [reviews.map(({ id }) => id), reviews.map(({ version }) => version), reviews.map(wordVector)],
    );
  }

  /** Deletes the words of reviews, by the keys that they had. */
  async deleteAll(tx: Tx, keys: readonly WordsKey[]): Promise<void> {
    if (keys.length === 0) return;
    const subAccounts = keys.map(({ sub_account_id }) => sub_account_id);
    await queryRows(
      tx,
      // The list of sub accounts alone tells Postgres which partitions it needs.
      `delete from review_words words
       using unnest($1::bigint[], $2::timestamptz[], $3::bigint[]) as given (${KEY})
       where words.sub_account_id = any ($4::bigint[])
         and (words.sub_account_id, words.posted_on, words.review_id)
           = (given.sub_account_id, given.posted_on, given.review_id)`,
      [
        subAccounts,
        keys.map(({ posted_on }) => posted_on),
        keys.map(({ id }) => id),
        [...new Set(subAccounts)],
      ],
    );
  }

  /**
   * Writes the words of reviews whose row is missing or has another version, and deletes rows without a review. A replica of a
   * release that does not know this table leaves such rows. Returns how many were corrected per sub account.
   */
  async repair(tx: Tx, subAccountIds: readonly number[]): Promise<RepairedWords[]> {
    const repaired = new Map<number, number>();
    const note = (rows: readonly { sub_account_id: number }[]): void => {
      for (const { sub_account_id: id } of rows) repaired.set(id, (repaired.get(id) ?? 0) + 1);
    };
    note(await deleteStray(tx, subAccountIds));
    for (;;) {
      const stale = await lockStale(tx, subAccountIds);
      note(stale);
      await this.write(tx, stale);
      if (stale.length < REPAIR_BATCH) break;
    }
    return Array.from(repaired, ([sub_account_id, rows]) => ({ sub_account_id, rows }));
  }
}

function deleteStray(tx: Tx, subAccountIds: readonly number[]): Promise<{ sub_account_id: number }[]> {
  return queryRows(
    tx,
    `delete from review_words words where words.sub_account_id = any ($1::bigint[]) and not exists (
       select from reviews review
       where (review.id, review.sub_account_id, review.posted_on)
         = (words.review_id, words.sub_account_id, words.posted_on)
     ) returning words.sub_account_id`,
    [subAccountIds],
  );
}

function lockStale(tx: Tx, subAccountIds: readonly number[]): Promise<WordedReview[]> {
  return queryRows<WordedReview>(
    tx,
    `select review.id, review.sub_account_id, review.version, review.text, review.from_name from reviews review
     where review.sub_account_id = any ($1::bigint[]) and not exists (
       select from review_words words
       where words.sub_account_id = any ($1::bigint[])
         and (words.sub_account_id, words.posted_on, words.review_id, words.version)
           = (review.sub_account_id, review.posted_on, review.id, review.version)
     )
     order by review.id limit ${REPAIR_BATCH} for update of review`,
    [subAccountIds],
  );
}
