import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Chore, truncate } from '@plaudit/runtime';
import { MAX_READ_TEXT, type SourceReview } from '../generation/source-review';

const KEPT_HOURS = 24;
const HOUR_MS = 3_600_000;
const PURGE_BATCH = 1_000;

/** An answer that passed all checks. */
export interface NewAnswer {
  /** Identifies the configuration and the request. */
  key: Buffer;
  accountId: number;
  /** The reviews in the request, as they were sent. */
  reviews: readonly SourceReview[];
  /** What was made of the answer. It must be JSON. */
  answer: unknown;
}

type StoredReview = Pick<SourceReview, 'id' | 'star' | 'text'>;

/** The summaries and insights that models wrote for exact requests, for 24 hours. */
@Injectable()
export class RememberedAnswersRepository {
  constructor(private readonly database: Database) {}

  /** Returns the answer to a request, or null if it is not known. */
  async find(key: Buffer): Promise<unknown> {
    const [row] = await this.database.query<{ answer: string }>(
      `select answer from remembered_answers where key = $1 and created_on > now() - interval '${KEPT_HOURS} hours'`,
      [key],
      'find_remembered_answer',
    );
    return row ? (JSON.parse(row.answer) as unknown) : null;
  }

  /**
   * Stores an answer in place of the older one to the same request, unless one of its reviews was deleted or has another text or rating by now. It locks the reviews. A change
   * that comes later waits for the lock, and then {@link forget} finds the answer.
   */
  async store({ key, accountId, reviews, answer }: NewAnswer): Promise<void> {
    await this.database.transaction(async (tx) => {
      const ids = reviews.map(({ id }) => id);
      const stored = await queryRows<StoredReview>(
        tx,
        `select id, star, left(text, ${MAX_READ_TEXT}) as text from reviews
         where id = any($1::bigint[]) and not deleted order by id for share`,
        [ids],
      );
      if (!areSame(reviews, stored)) return;
      await queryRows(
        tx,
        `insert into remembered_answers (key, account_id, review_ids, answer) values ($1, $2, $3, $4)
         on conflict (key) do update set answer = excluded.answer, created_on = now()`,
        [key, accountId, ids, JSON.stringify(answer)],
      );
    });
  }

  /**
   * Deletes the answers to requests that had one of these reviews. Call it in the transaction that changes or deletes the reviews,
   * after the change.
   */
  async forget(tx: Tx, reviewIds: readonly number[]): Promise<void> {
    if (reviewIds.length === 0) return;
    await queryRows(
      tx,
      `delete from remembered_answers where key in (
         select key from remembered_answers where review_ids && $1::bigint[] order by key for update)`,
      [reviewIds],
    );
  }

  /** Deletes old answers, and skips those that are being deleted. Returns true if there may be more. */
  @Chore({ name: 'old_answers', everyMs: HOUR_MS, per: 'service' })
  async purge(): Promise<boolean> {
    const purged = await this.database.queryWithin(
      'background',
      `delete from remembered_answers where key in (
         select key from remembered_answers where created_on <= now() - interval '${KEPT_HOURS} hours'
         order by created_on limit ${PURGE_BATCH} for update skip locked) returning 1`,
    );
    return purged.length === PURGE_BATCH;
  }
}

/** Postgres cuts a text by code points, of which some are two UTF-16 units. */
function areSame(reviews: readonly SourceReview[], stored: readonly StoredReview[]): boolean {
  const byId = new Map(stored.map((review) => [review.id, review]));
  return reviews.every(({ id, star, text }) => {
    const review = byId.get(id);
    return review !== undefined && review.star === star && truncate(review.text, MAX_READ_TEXT) === text;
  });
}
