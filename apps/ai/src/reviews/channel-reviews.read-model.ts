import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { truncate } from '@plaudit/runtime';
import { MAX_READ_REVIEWS, MAX_READ_TEXT, type SourceReview } from '../generation/source-review';

/** Rows of one statement. With full texts, the driver decodes them in a few milliseconds. */
const PAGE = 500;
/** The most characters that {@link ChannelReviewsReadModel.readable} returns. */
const MAX_READ_CHARACTERS = 2_000_000;

const READABLE = 'channel_id = $1 and readable and not deleted';
const SOURCE = `id, star, left(text, ${MAX_READ_TEXT}) as text, language, posted_on`;

/** The reviews of a channel from which texts are generated. */
export interface ReadableReviews {
  /** The newest ones with text. */
  reviews: SourceReview[];
  /** The highest id of all reviews of the channel with text, also of those that `reviews` leaves out; 0 if it has none. */
  lastReviewId: number;
}

/** How many reviews of a channel have a positive, neutral or negative rating. */
export interface RatingCounts {
  positive: number;
  neutral: number;
  negative: number;
}

interface SourceRow extends Omit<SourceReview, 'posted_on'> {
  posted_on: Date;
}

/** Reads what the copies of reviews say about a channel. Deleted reviews do not count. */
@Injectable()
export class ChannelReviewsReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns the reviews with text, newest first: at most {@link MAX_READ_REVIEWS} with at most 2,000,000 characters in total, each
   * cut to {@link MAX_READ_TEXT}. All of them are read at the same moment.
   */
  async readable(channelId: number): Promise<ReadableReviews> {
    return this.database.consistentRead(async (tx) => {
      const [last] = await queryRows<{ id: number | null }>(
        tx,
        `select max(id) as id from reviews where ${READABLE}`,
        [channelId],
      );
      return { reviews: await newest(tx, channelId), lastReviewId: last?.id ?? 0 };
    });
  }

  async countRatings(channelId: number): Promise<RatingCounts> {
    const [row] = await this.database.query<RatingCounts>(
      `select count(*) filter (where star >= 4)::int as positive,
         count(*) filter (where star = 3)::int as neutral,
         count(*) filter (where star <= 2)::int as negative
       from reviews where channel_id = $1 and star is not null and not deleted`,
      [channelId],
      'count_ratings',
    );
    return row as RatingCounts;
  }

  /** Returns how many reviews with text have an id above `above`, by default all of them. It stops counting at `atMost`. */
  async countTexts(
    channelId: number,
    { above = 0, atMost }: { above?: number; atMost: number },
  ): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `select count(*)::int as count
       from (select from reviews where ${READABLE} and id > $2 limit $3) as newer`,
      [channelId, above, atMost],
      'count_texts',
    );
    return row?.count ?? 0;
  }

  /** Returns true if there is a copy of the review, of any account, also if the review is deleted. */
  async isCopied(reviewId: number): Promise<boolean> {
    const rows = await this.database.query('select from reviews where id = $1', [reviewId]);
    return rows.length > 0;
  }

  /** Returns a review of the sub account, with or without text. Its `channel_id` is 0 without a channel. */
  async one(subAccountId: number, reviewId: number): Promise<(SourceReview & { channel_id: number }) | null> {
    const [row] = await this.database.query<SourceRow & { channel_id: number }>(
      `select ${SOURCE}, channel_id from reviews where id = $2 and sub_account_id = $1 and not deleted`,
      [subAccountId, reviewId],
    );
    return row ? { ...sourceReview(row), channel_id: row.channel_id } : null;
  }
}

/** Reads page by page, because one result with all texts would keep the process from other work. */
async function newest(tx: Tx, channelId: number): Promise<SourceReview[]> {
  const reviews: SourceReview[] = [];
  let characters = 0;
  let before: SourceRow | undefined;
  do {
    const page = await pageOf(tx, channelId, before);
    for (const row of page) {
      const review = sourceReview(row);
      characters += review.text.length;
      if (characters > MAX_READ_CHARACTERS) return reviews;
      reviews.push(review);
    }
    before = page.length === PAGE ? page.at(-1) : undefined;
  } while (before && reviews.length < MAX_READ_REVIEWS);
  return reviews;
}

function pageOf(tx: Tx, channelId: number, before?: SourceRow): Promise<SourceRow[]> {
  const older = before ? 'and (posted_on, id) < ($2, $3)' : '';
  return queryRows<SourceRow>(
    tx,
    `select ${SOURCE} from reviews where ${READABLE} ${older} order by posted_on desc, id desc limit ${PAGE}`,
    [channelId, ...(before ? [before.posted_on, before.id] : [])],
  );
}

/** Postgres cuts a text by code points, of which some are two UTF-16 units. */
function sourceReview({ id, star, text, language, posted_on }: SourceRow): SourceReview {
  return { id, star, text: truncate(text, MAX_READ_TEXT), language, posted_on: posted_on.toISOString() };
}
