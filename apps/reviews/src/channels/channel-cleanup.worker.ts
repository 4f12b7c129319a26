import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { afterCommit, Database, type Tx } from '@plaudit/database';
import { warnOfFailure } from '@plaudit/runtime';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import { type ChannelCleanup, ChannelCleanupRepository } from './channel-cleanup.repository';

/** Reviews per transaction: a channel may have hundreds of thousands, and each transaction must stay short. */
const BATCH = 200;
const INTERVAL_MS = 5_000;

/** Removes or detaches the reviews of deleted channels in batches, with an event for each review. */
@Injectable()
export class ChannelCleanupWorker {
  private readonly logger = new Logger(ChannelCleanupWorker.name);
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly cleanups: ChannelCleanupRepository,
    private readonly stored: StoredReviewsService,
  ) {}

  /** Runs the clean-up as soon as this transaction has committed. */
  runAfter(tx: Tx): void {
    afterCommit(tx, () => void this.run());
  }

  /** Cleans up after all deleted channels. Calls that overlap share one run. */
  @Interval(INTERVAL_MS)
  async run(): Promise<void> {
    this.running ??= this.cleanUpAll().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async cleanUpAll(): Promise<void> {
    try {
      for (;;) {
        const cleanup = this.stopping ? null : await this.cleanups.next();
        if (!cleanup) return;
        await this.database.transaction((tx) => this.batch(tx, cleanup), 'background');
      }
    } catch (error) {
      warnOfFailure(
        this.logger,
        'Could not clean up after deleted channels; the next try comes later',
        error,
      );
    }
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
