import { Injectable } from '@nestjs/common';
import { channelConnected, channelDeleted, type ChannelPayload, channelUpdated } from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { type NewEvent, Outbox } from '@plaudit/events';
import { toChannelPayload } from './channel-record';
import { ChannelListCache } from './channel-list-cache';
import { type ChannelRow, ChannelsRepository, type Owner } from './channels.repository';

/** Tells the other services, and this one's cache, what became of a channel. The channel must be locked. */
@Injectable()
export class ChannelAnnouncer {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly outbox: Outbox,
    private readonly cache: ChannelListCache,
  ) {}

  async connected(tx: Tx, channel: ChannelRow): Promise<void> {
    await this.outbox.add(tx, channelConnected, eventAbout(channel, channel.version));
    this.changed(tx, channel);
  }

  async updated(tx: Tx, channel: ChannelRow): Promise<void> {
    const version = await this.channels.bump(tx, channel.id);
    await this.outbox.add(tx, channelUpdated, eventAbout(channel, version));
    this.changed(tx, channel);
  }

  async deleted(tx: Tx, channel: ChannelRow, keepReviews: boolean): Promise<void> {
    const event = eventAbout(channel, channel.version + 1);
    await this.outbox.add(tx, channelDeleted, {
      ...event,
      data: { ...event.data, keep_reviews: keepReviews },
    });
    this.changed(tx, channel);
  }

  /** Something that only the channel's own record shows. */
  changed(tx: Tx, channel: Owner): void {
    afterCommit(tx, () => this.cache.forget(channel));
  }
}

function eventAbout(channel: ChannelRow, version: number): NewEvent<ChannelPayload> {
  return {
    accountId: channel.account_id,
    subAccountId: channel.sub_account_id,
    subject: channel.id,
    version,
    data: toChannelPayload(channel),
  };
}
