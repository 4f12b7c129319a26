import { Controller, Inject, type Type } from '@nestjs/common';
import {
  channelConnected,
  channelDeleted,
  type ChannelDeletedPayload,
  type ChannelPayload,
  channelSnapshot,
  type ChannelSnapshotPayload,
  channelUpdated,
  type DomainEvent,
} from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { type EventWith, OnEvent } from '../consume/on-event.decorator';
import { Inbox } from '../inbox/inbox';

/** What a service does with the events of channels, of which it reads these fields. */
export interface CopiesChannels<
  Saved extends keyof ChannelPayload,
  Deleted extends keyof ChannelDeletedPayload,
> {
  /** Stores the states of connected or changed channels, at most one of each channel. */
  save(tx: Tx, events: readonly EventWith<ChannelPayload, Saved>[]): Promise<void>;
  delete(tx: Tx, events: readonly EventWith<ChannelDeletedPayload, Deleted>[]): Promise<void>;
  /** Makes the copies in the page's range equal to the page. Newer copies stay. */
  applySnapshot(tx: Tx, page: ChannelSnapshotPayload): Promise<void>;
}

/**
 * Returns the controller that passes the events of channels to `copies`, a provider of the service. It checks `saved`, the
 * fields that the service reads of a channel, and `deleted`, those of a deleted one; by default the same.
 */
export function channelCopiesController<
  Saved extends keyof ChannelPayload,
  Deleted extends keyof ChannelDeletedPayload = Saved,
>(
  copies: Type<CopiesChannels<Saved, Deleted>>,
  saved: readonly Saved[],
  deleted: readonly Deleted[] = saved as readonly string[] as readonly Deleted[],
): Type {
  @Controller()
  class OnChannel {
    constructor(
      @Inject(Inbox) private readonly inbox: Inbox,
      @Inject(copies) private readonly copies: CopiesChannels<Saved, Deleted>,
    ) {}

    @OnEvent(channelConnected, ...saved)
    async connected(event: EventWith<ChannelPayload, Saved>): Promise<void> {
      await this.inbox.onceTogether(event, 'OnChannelSaved', this.save);
    }

    @OnEvent(channelUpdated, ...saved)
    async updated(event: EventWith<ChannelPayload, Saved>): Promise<void> {
      await this.inbox.onceTogether(event, 'OnChannelSaved', this.save);
    }

    @OnEvent(channelDeleted, ...deleted)
    async deleted(event: EventWith<ChannelDeletedPayload, Deleted>): Promise<void> {
      await this.inbox.onceTogether(event, 'OnChannelDeleted', this.delete);
    }

    @OnEvent(channelSnapshot, 'after', 'through', 'begun_on', 'records', 'deleted')
    async snapshot(event: DomainEvent<ChannelSnapshotPayload>): Promise<void> {
      await this.inbox.once(event, 'OnChannelSnapshot', (tx) => this.copies.applySnapshot(tx, event.data));
    }

    private readonly save = (tx: Tx, events: readonly EventWith<ChannelPayload, Saved>[]): Promise<void> =>
      this.copies.save(tx, events);

    private readonly delete = (
      tx: Tx,
      events: readonly EventWith<ChannelDeletedPayload, Deleted>[],
    ): Promise<void> => this.copies.delete(tx, events);
  }
  return OnChannel;
}
