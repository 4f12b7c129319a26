import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { ChannelEventsPublisher } from '../../channels/channel-events.publisher';
import { type ChannelRow, ChannelsRepository, type StoredChanges } from '../../channels/channels.repository';
import { changedFigures } from './official-figures';

/** Writes the outcome of a crawl to its channel. */
@Injectable()
export class CrawledChannelService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly events: ChannelEventsPublisher,
  ) {}

  /** Saves a locked channel. Publishes `channel.updated` if its status or its official figures changed. */
  async save(tx: Tx, channel: ChannelRow, changes: StoredChanges): Promise<void> {
    await this.channels.save(tx, channel.id, changes);
    const after = { ...channel, ...changes };
    const isPublic = after.status !== channel.status || changedFigures(channel, after).length > 0;
    if (isPublic) await this.events.updated(tx, after);
    else this.events.refreshList(tx, channel);
  }
}
