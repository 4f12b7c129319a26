import { Injectable } from '@nestjs/common';
import type {
  ChannelDeletedPayload,
  ChannelPayload,
  ChannelSnapshotPayload,
  DomainEvent,
} from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import type { EventWith } from '@plaudit/events';
import { ChannelCleanupWorker } from './channel-cleanup.worker';
import { type ChannelCopy, ChannelCopiesRepository } from './channel-copies.repository';

/** Keeps the copies of channels in step with the channels' events. */
@Injectable()
export class ChannelCopiesService {
  constructor(
    private readonly copies: ChannelCopiesRepository,
    private readonly cleanup: ChannelCleanupWorker,
  ) {}

  /** Stores the channel's name and property, unless a newer event was stored already. */
  async save(tx: Tx, event: EventWith<ChannelPayload, 'id' | 'name' | 'group'>): Promise<void> {
    await this.copies.save(tx, { ...copyOf(event), group_id: event.data.group });
  }

  /** Marks the channel as deleted, so that its pages are dropped. Its reviews are cleaned up after the commit. */
  async delete(
    tx: Tx,
    event: EventWith<ChannelDeletedPayload, 'id' | 'name' | 'keep_reviews'>,
  ): Promise<void> {
    await this.copies.markDeleted(tx, copyOf(event), event.data.keep_reviews);
    this.cleanup.runAfter(tx);
  }

  /** Makes the copies equal to a page of the owner's channels. Newer copies stay. */
  async applySnapshot(tx: Tx, event: DomainEvent<ChannelSnapshotPayload>): Promise<void> {
    await this.copies.applySnapshot(tx, event.data);
  }
}

function copyOf(event: EventWith<ChannelPayload, 'id' | 'name'>): Omit<ChannelCopy, 'group_id'> {
  return {
    channel_id: event.data.id,
    account_id: event.accountid,
    sub_account_id: event.subaccountid,
    name: event.data.name,
    version: event.aggregateversion,
  };
}
