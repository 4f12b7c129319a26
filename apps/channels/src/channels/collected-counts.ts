import { Injectable } from '@nestjs/common';
import type { DomainEvent, ReviewPayload } from '@plaudit/contracts';
import { afterCommit } from '@plaudit/database';
import { Inbox } from '@plaudit/events';
import { ChannelListCache } from './channel-list-cache';
import { ChannelsRepository } from './channels.repository';

/** How many reviews of each channel there are: what reviews says was created, less what it says was deleted. */
@Injectable()
export class CollectedCounts {
  constructor(
    private readonly inbox: Inbox,
    private readonly channels: ChannelsRepository,
    private readonly cache: ChannelListCache,
  ) {}

  /** Order does not matter, sums do; so created and deleted may overtake each other. */
  async count(handler: string, event: DomainEvent<ReviewPayload>, by: 1 | -1): Promise<void> {
    const channelId = event.data.channel_id;
    if (channelId === null) return;
    await this.inbox.once(event, handler, async (tx) => {
      const owner = await this.channels.countReview(tx, channelId, by);
      if (owner) afterCommit(tx, () => this.cache.forget(owner));
    });
  }
}
