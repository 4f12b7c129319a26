import { Injectable } from '@nestjs/common';
import { afterCommit, Database, type Tx } from '@plaudit/database';
import { Chore, Chores } from '@plaudit/runtime';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import { type ChannelCleanup, ChannelCleanupRepository } from './channel-cleanup.repository';

/** Reviews per transaction: a channel may have hundreds of thousands, and each transaction must stay short. */
const BATCH = 200;
const CHORE = 'channel_cleanup';

/** Removes or detaches the reviews of deleted channels in batches, with an event for each review. */
@Injectable()
export class ChannelCleanupService {
  constructor(
    private readonly database: Database,
    private readonly chores: Chores,
    private readonly cleanups: ChannelCleanupRepository,
    private readonly stored: StoredReviewsService,
  ) {}

  /** Runs the clean-up as soon as this transaction has committed. */
  runAfter(tx: Tx): void {
    afterCommit(tx, () => void this.chores.run(CHORE));
  }

  /** Works on a batch of a deleted channel. Returns false if there is none. */
  @Chore({ name: CHORE, everyMs: 30_000, per: 'process' })
  async cleanUp(): Promise<boolean> {
    const cleanup = await this.cleanups.next();
    if (cleanup) await this.database.transaction((tx) => this.batch(tx, cleanup), 'background');
    return cleanup !== null;
  }

  private async batch(tx: Tx, { channel_id: channelId, keep_reviews }: ChannelCleanup): Promise<void> {
    await this.cleanups.lock(tx, channelId);
    const reviews = await this.cleanups.lockReviews(tx, channelId, BATCH);
    if (reviews.length === 0) return this.cleanups.finish(tx, channelId);
    if (!keep_reviews) {
      const ids = reviews.map(({ id }) => id);
      return this.stored.delete(tx, ids, 'channel_deleted');
    }
    // Kept reviews lose their channel but keep its label and type.
    const change = { channel_id: null };
    await this.stored.update(
      tx,
      reviews.map((stored) => ({ stored, change })),
      { history: 'leave_out' },
    );
  }
}
