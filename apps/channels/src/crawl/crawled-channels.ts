import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { ChannelAnnouncer } from '../channels/channel-announcer';
import { type ChannelRow, ChannelsRepository, type StoredChanges } from '../channels/channels.repository';
import { changedFigures } from './rating';

/** What a crawl writes into a locked channel. Other services hear of it when it is something they may know. */
@Injectable()
export class CrawledChannels {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly announcer: ChannelAnnouncer,
  ) {}

  async save(tx: Tx, channel: ChannelRow, changes: StoredChanges): Promise<void> {
    await this.channels.save(tx, channel.id, changes);
    const after = { ...channel, ...changes };
    const told = after.status !== channel.status || changedFigures(channel, after).length > 0;
    if (told) await this.announcer.updated(tx, after);
    else this.announcer.changed(tx, channel);
  }
}
