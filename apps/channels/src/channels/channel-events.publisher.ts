import { Injectable } from '@nestjs/common';
import {
  channelConnected,
  channelDeleted,
  type ChannelPayload,
  channelUpdated,
  type Tenant,
} from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { type NewEvent, Outbox } from '@plaudit/events';
import { ChannelListCache } from './channel-list.cache';
import { toChannelPayload } from './channel-mapping';
import { type ChannelRow, ChannelsRepository, type LastState } from './channels.repository';

/**
 * Publishes `channel.connected`, `channel.updated` and `channel.deleted`, and drops the cached list after the commit.
 * The caller must hold the lock of the channel.
 */
@Injectable()
export class ChannelEventsPublisher {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly outbox: Outbox,
    private readonly cache: ChannelListCache,
  ) {}

  async connected(tx: Tx, channel: ChannelRow): Promise<void> {
    await this.outbox.add(tx, channelConnected, eventOf(channel, channel.version));
    this.refreshList(tx, channel);
  }

  async updated(tx: Tx, channel: ChannelRow): Promise<void> {
    const version = await this.channels.raiseVersion(tx, channel.id);
    await this.outbox.add(tx, channelUpdated, eventOf(channel, version));
    this.refreshList(tx, channel);
  }

  /** Publishes the change of channels of one sub account whose versions were raised by the statement that changed them. */
  async followed(tx: Tx, channels: readonly ChannelRow[]): Promise<void> {
    const [first] = channels;
    if (!first) return;
    await this.outbox.addAll(
      tx,
      channelUpdated,
      channels.map((channel) => eventOf(channel, channel.version)),
    );
    this.refreshList(tx, first);
  }

  /** Returns the last state of the channel, which the event carries. */
  async deleted(tx: Tx, channel: ChannelRow, keepReviews: boolean): Promise<LastState> {
    const event = eventOf(channel, channel.version + 1);
    await this.outbox.add(tx, channelDeleted, {
      ...event,
      data: { ...event.data, keep_reviews: keepReviews },
    });
    this.refreshList(tx, channel);
    return event;
  }

  /** Drops the cached list after the commit. Use it alone for a change that no event carries. */
  refreshList(tx: Tx, tenant: Tenant): void {
    afterCommit(tx, () => this.cache.forget(tenant));
  }
}

function eventOf(channel: ChannelRow, version: number): NewEvent<ChannelPayload> {
  return {
    accountId: channel.account_id,
    subAccountId: channel.sub_account_id,
    subject: channel.id,
    version,
    data: toChannelPayload(channel),
  };
}
