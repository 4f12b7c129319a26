import { Injectable } from '@nestjs/common';
import { notFound, type Principal } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { ChannelEventsPublisher } from './channel-events.publisher';
import { ChannelsRepository } from './channels.repository';
import { KeptReviewsClient } from './kept-reviews.client';

@Injectable()
export class ChannelDeletionService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly events: ChannelEventsPublisher,
    private readonly reviews: KeptReviewsClient,
  ) {}

  /**
   * Deletes the channel. Returns how many of its reviews are kept. If the reviews service cannot say it now, that is the channel's own
   * count, which may lag. Throws 404 if the sub account has no such channel.
   */
  async delete(principal: Principal, id: number, keepReviews: boolean): Promise<number> {
    // The reviews service forgets the channel soon after the transaction.
    const kept = keepReviews ? await this.reviews.count(id) : 0;
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lockOwned(tx, principal, id);
      if (!channel) throw notFound('channel', id);
      const lastState = await this.events.deleted(tx, channel, keepReviews);
      await this.channels.delete(tx, id, lastState);
      return kept ?? Math.max(0, channel.collected_reviews);
    });
  }
}
