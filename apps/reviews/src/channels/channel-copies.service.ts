import { Injectable } from '@nestjs/common';
import type { ChannelDeletedPayload, ChannelPayload, ChannelSnapshotPayload } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { channelCopiesController, type CopiesChannels, type EventWith } from '@plaudit/events';
import { ChannelCleanupService } from './channel-cleanup.service';
import { type ChannelCopy, ChannelCopiesRepository } from './channel-copies.repository';

const SAVED = ['id', 'name', 'group'] as const;
const DELETED = ['id', 'name', 'keep_reviews'] as const;
type Saved = (typeof SAVED)[number];
type Deleted = (typeof DELETED)[number];

/**
 * Keeps the copies of channels. They are not the `ChannelCopies` of the other services, because a copy here is also the lock of
 * the channel's pages and the state of the clean-up of its reviews.
 */
@Injectable()
export class ChannelCopiesService implements CopiesChannels<Saved, Deleted> {
  constructor(
    private readonly copies: ChannelCopiesRepository,
    private readonly cleanup: ChannelCleanupService,
  ) {}

  /** Stores the channels' names and properties, unless a newer event was stored already. */
  async save(tx: Tx, events: readonly EventWith<ChannelPayload, Saved>[]): Promise<void> {
    for (const event of inOrder(events))
      await this.copies.save(tx, { ...copyOf(event), group_id: event.data.group });
  }

  /** Marks the channels as deleted, so that their pages are dropped. Their reviews are cleaned up after the commit. */
  async delete(tx: Tx, events: readonly EventWith<ChannelDeletedPayload, Deleted>[]): Promise<void> {
    for (const event of inOrder(events))
      await this.copies.markDeleted(tx, copyOf(event), event.data.keep_reviews);
    this.cleanup.runAfter(tx);
  }

  /** Makes the copies equal to a page of the owner's channels. Newer copies stay. */
  async applySnapshot(tx: Tx, page: ChannelSnapshotPayload): Promise<void> {
    await this.copies.applySnapshot(tx, page);
  }
}

/** In the order of their ids, so that two transactions never deadlock. */
function inOrder<E extends EventWith<ChannelPayload, 'id'>>(events: readonly E[]): E[] {
  return [...events].sort((one, other) => one.data.id - other.data.id);
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

/** Handles the events of channels. */
export const OnChannel = channelCopiesController(ChannelCopiesService, SAVED, DELETED);
