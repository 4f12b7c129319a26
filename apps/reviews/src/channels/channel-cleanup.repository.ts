import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { ReviewBeforeChange } from '../reviews/review-rows';

/** A deleted channel that still has reviews, which are to be removed or kept without it. */
export interface ChannelCleanup {
  channel_id: number;
  keep_reviews: boolean;
}

/** Deleted channels whose reviews are still to be removed or detached. */
@Injectable()
export class ChannelCleanupRepository {
  constructor(private readonly database: Database) {}

  /** Returns a channel to clean up after, or null if there is none. */
  async next(): Promise<ChannelCleanup | null> {
    const [cleanup] = await this.database.query<ChannelCleanup>(
      'select channel_id, keep_reviews from channel_copies where cleanup_pending order by channel_id limit 1',
    );
    return cleanup ?? null;
  }

  /** Locks the channel, so that one replica at a time works on its reviews. */
  async lock(tx: Tx, channelId: number): Promise<void> {
    await queryRows(tx, 'select 1 from channel_copies where channel_id = $1 for update', [channelId]);
  }

  /**
   * Locks at most `count` reviews of the channel and returns them. It waits for rows that others hold: skipping them would
   * end the clean-up with reviews left. The rows are chosen in an index's order, so that a batch costs the same however
   * many reviews the channel has. A review that got another channel in the meantime is left out.
   */
  async lockReviews(tx: Tx, channelId: number, count: number): Promise<ReviewBeforeChange[]> {
    return queryRows<ReviewBeforeChange>(
      tx,
      `select id, status, rating_scale from reviews
       where id in (select id from reviews where channel_id = $1 order by external_id limit $2) and channel_id = $1
       order by id for update`,
      [channelId, count],
    );
  }

  /**
   * Ends the clean-up, unless the channel still has reviews: others may have deleted a whole batch between its choice and
   * its locks. The channel's tombstones go, because no page of it is stored any more.
   */
  async finish(tx: Tx, channelId: number): Promise<void> {
    const finished = await queryRows(
      tx,
      `update channel_copies set cleanup_pending = false
       where channel_id = $1 and not exists (select 1 from reviews where channel_id = $1) returning 1 as one`,
      [channelId],
    );
    if (finished.length > 0) {
      await queryRows(tx, 'delete from tombstones where channel_id = $1', [channelId]);
    }
  }
}
