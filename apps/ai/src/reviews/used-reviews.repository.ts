import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import { truncate } from '@plaudit/runtime';
import { MAX_READ_TEXT, type SourceReview } from '../generation/source-review';

/** Rows of one statement, as in `ChannelReviewsReadModel`. */
const PAGE = 500;

/** What a text depends on. */
type UsedReview = Pick<SourceReview, 'id' | 'star' | 'text'>;

/** Keeps reviews as they are while something that was generated from them is stored. */
@Injectable()
export class UsedReviewsRepository {
  /**
   * Locks the channel and the reviews against changes until the transaction ends. Returns false if the channel was deleted, or if a
   * review was deleted, moved to another channel, or has another text or rating than the given one. The caller then stores nothing.
   *
   * Call it before the transaction locks a summary or insights. An event that changes a review waits for this lock. It finds what was
   * stored, and removes it.
   */
  async hold(tx: Tx, channelId: number, reviews: readonly UsedReview[]): Promise<boolean> {
    const [channel] = await queryRows<{ deleted: boolean }>(
      tx,
      'select deleted from channels where id = $1 for share',
      [channelId],
    );
    if (channel?.deleted) return false;
    const inOrder = [...reviews].sort((a, b) => a.id - b.id);
    for (let begin = 0; begin < inOrder.length; begin += PAGE) {
      if (!(await holdPage(tx, channelId, inOrder.slice(begin, begin + PAGE)))) return false;
    }
    return true;
  }
}

async function holdPage(tx: Tx, channelId: number, reviews: readonly UsedReview[]): Promise<boolean> {
  const rows = await queryRows<UsedReview>(
    tx,
    `select id, star, left(text, ${MAX_READ_TEXT}) as text from reviews
     where id = any($2::bigint[]) and channel_id = $1 and not deleted order by id for share`,
    [channelId, reviews.map(({ id }) => id)],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  return reviews.every(({ id, star, text }) => {
    const row = stored.get(id);
    return row !== undefined && row.star === star && truncate(row.text, MAX_READ_TEXT) === text;
  });
}
