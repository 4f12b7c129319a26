import { Injectable, Logger } from '@nestjs/common';
import { MAX_REMOVED_REVIEWS, reviewsRemoved, wireDate } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { type ChannelRow, ChannelsRepository } from '../../channels/channels.repository';
import { getPlatform } from '../../platforms/registry';
import type { CrawlEntity } from '../queue/crawl.entity';
import { isPlausibleLoss, readsAll } from '../queue/sweep-rule';
import { splitForEvents } from './collected-page';
import { SeenReviewsRepository } from './seen-reviews.repository';

/** What a crawl that has ended says about the reviews of the channel. */
interface Sweep {
  /** True if it read everything that the platform lists. */
  isComplete: boolean;
  /** True if complete crawls have missed a review, but not yet often enough to believe that it is gone. */
  hasDoubts: boolean;
  /** How many reviews were published as removed. */
  removed: number;
}

/** Notices reviews that a platform no longer shows, and publishes `channel.reviews_removed`. */
@Injectable()
export class RemovedReviewsService {
  private readonly logger = new Logger(RemovedReviewsService.name);

  constructor(
    private readonly channels: ChannelsRepository,
    private readonly seen: SeenReviewsRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Counts a crawl that has ended against the reviews that it did not read. A crawl does not count if it read less than the
   * platform lists, if the platform may not list all reviews, if a row could not be read, or if more were missed than is
   * plausible. `channel` has the official count that the crawl has read. The caller must hold the lock of the channel.
   */
  async notice(tx: Tx, crawl: CrawlEntity, channel: ChannelRow, now: Date): Promise<Sweep> {
    const { fullHistory } = getPlatform(channel.type).meta.caps;
    const isComplete = crawl.checkpoint?.cut !== true;
    if (!fullHistory) return { isComplete, hasDoubts: false, removed: 0 };
    const { doubted, ...counts } = await this.seen.countFound(tx, channel.id, crawl.run);
    const found = { ...counts, official: channel.reviews };
    if (!isComplete || crawl.checkpoint?.unread) return { isComplete, hasDoubts: doubted > 0, removed: 0 };
    if (!readsAll(fullHistory, found)) return { isComplete, hasDoubts: false, removed: 0 };
    if (!isPlausibleLoss(found)) {
      this.logger.warn({
        message: 'Ignored that a crawl missed many reviews',
        channel_id: channel.id,
        ...found,
      });
      return { isComplete, hasDoubts: doubted > 0, removed: 0 };
    }
    const gone = await this.seen.countMissed(tx, channel.id, crawl.run);
    await this.publish(tx, channel, gone, now);
    return { isComplete, hasDoubts: found.missed > gone.length, removed: gone.length };
  }

  private async publish(tx: Tx, channel: ChannelRow, gone: readonly string[], now: Date): Promise<void> {
    if (gone.length === 0) return;
    const parts = splitForEvents(gone, MAX_REMOVED_REVIEWS);
    const last = await this.channels.raiseVersion(tx, channel.id, parts.length);
    await this.outbox.addAll(
      tx,
      reviewsRemoved,
      parts.map((part, index) => ({
        accountId: channel.account_id,
        subAccountId: channel.sub_account_id,
        subject: channel.id,
        version: last - parts.length + 1 + index,
        data: { channel_id: channel.id, external_ids: part, removed_on: wireDate(now) },
      })),
    );
  }
}
