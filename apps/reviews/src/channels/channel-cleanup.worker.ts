import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { afterCommit, Database, queryRows, type Tx } from '@plaudit/database';
import { ReviewAnnouncements } from '../reviews/review-announcements';
import { statusWord } from '../reviews/review-changes';
import type { ReviewEntity } from '../reviews/review.entity';
import { ReviewsRepository } from '../reviews/reviews.repository';
import { type ChannelCleanup, ChannelCopiesRepository } from './channel-copies.repository';

/** A channel may have hundreds of thousands of reviews; each batch is one short transaction. */
const BATCH = 200;
const TICK_MS = 5_000;

type DoomedReview = Pick<ReviewEntity, 'id' | 'status' | 'rating_scale'>;

/** Removes or detaches the reviews of deleted channels, batch by batch, with an event for each. */
@Injectable()
export class ChannelCleanupWorker {
  private readonly logger = new Logger(ChannelCleanupWorker.name);
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly channels: ChannelCopiesRepository,
    private readonly reviews: ReviewsRepository,
    private readonly announcements: ReviewAnnouncements,
  ) {}

  /** Starts the work once the transaction that marked a channel has committed. */
  pokeAfter(tx: Tx): void {
    afterCommit(tx, () => void this.tick());
  }

  @Interval(TICK_MS)
  async tick(): Promise<void> {
    this.running ??= this.workOff().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async workOff(): Promise<void> {
    try {
      for (;;) {
        const cleanup = this.stopping ? null : await this.channels.nextCleanup();
        if (!cleanup) return;
        await this.database.transaction((tx) => this.batch(tx, cleanup));
      }
    } catch (error) {
      this.logger.warn(`cleaning up after deleted channels goes on later: ${(error as Error).message}`);
    }
  }

  private async batch(tx: Tx, cleanup: ChannelCleanup): Promise<void> {
    await this.channels.lockForCleanup(tx, cleanup.channel_id);
    // Waits for rows that others hold: passing over them would end the clean-up with reviews left.
    // Chosen in an index's order, so that a batch of a large channel costs no more than one of a small.
    const rows = await queryRows<DoomedReview>(
      tx,
      `select id, status, rating_scale from reviews
       where id in (select id from reviews where channel_id = $1 order by external_id limit $2)
       order by id for update`,
      [cleanup.channel_id, BATCH],
    );
    if (rows.length === 0) return this.finish(tx, cleanup);
    if (cleanup.keep_reviews) return this.detach(tx, rows);
    return this.remove(tx, rows);
  }

  /** Others may have deleted a whole batch between its choice and its locks; then there may be more. */
  private async finish(tx: Tx, { channel_id: channel }: ChannelCleanup): Promise<void> {
    const left = await queryRows(tx, 'select 1 from reviews where channel_id = $1 limit 1', [channel]);
    if (left.length === 0) await this.channels.finishCleanup(tx, channel);
  }

  private async remove(tx: Tx, rows: readonly { id: number }[]): Promise<void> {
    const stored = await this.reviews.getAllStored(
      tx,
      rows.map(({ id }) => id),
    );
    await this.reviews.deleteAll(
      tx,
      rows.map(({ id }) => id),
    );
    await this.announcements.deleted(tx, stored);
  }

  /** Kept reviews lose their channel but keep its label and type. */
  private async detach(tx: Tx, rows: readonly DoomedReview[]): Promise<void> {
    const change = { channel_id: null };
    const reviews = await this.reviews.updateAll(
      tx,
      rows.map((stored) => ({ stored, change })),
    );
    const statuses = new Map(rows.map(({ id, status }) => [id, statusWord(status)]));
    await this.announcements.updatedAll(
      tx,
      reviews.map((review) => ({ review, change, previous: statuses.get(review.id) ?? 'inbox' })),
    );
  }
}
