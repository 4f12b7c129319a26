import { Injectable } from '@nestjs/common';
import { MAX_REMOVED_REVIEWS, reviewsRemoved, wireDate } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { type ChannelRow, ChannelsRepository } from '../../channels/channels.repository';
import { getPlatform } from '../../platforms/registry';
import type { CrawlEntity } from '../queue/crawl.entity';
import { splitForEvents } from './collected-page';
import { SeenReviewsRepository } from './seen-reviews.repository';

/** Notices reviews that a platform no longer shows, and publishes `channel.reviews_removed`. */
@Injectable()
export class RemovedReviewsService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly seen: SeenReviewsRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Counts a crawl that has ended against the reviews that it did not read. A crawl that read less than the platform lists
   * proves nothing and does not count. The caller must hold the lock of the channel.
   */
  async notice(tx: Tx, crawl: CrawlEntity, channel: ChannelRow, now: Date): Promise<void> {
    const isComplete = getPlatform(channel.type).meta.caps.fullHistory && crawl.checkpoint?.cut !== true;
    if (!isComplete) return;
    const gone = await this.seen.countMissed(tx, channel.id, crawl.run);
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
