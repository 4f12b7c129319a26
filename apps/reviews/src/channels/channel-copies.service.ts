import { Injectable } from '@nestjs/common';
import type { ChannelDeletedPayload, ChannelPayload, DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { ChannelCleanupWorker } from './channel-cleanup';
import { type ChannelCopy, ChannelCopiesRepository } from './channel-copies.repository';

/** Keeps what reviews remembers of channels in step with their events. */
@Injectable()
export class ChannelCopiesService {
  constructor(
    private readonly copies: ChannelCopiesRepository,
    private readonly cleanup: ChannelCleanupWorker,
  ) {}

  async save(tx: Tx, event: DomainEvent<ChannelPayload>): Promise<void> {
    await this.copies.save(tx, copyOf(event));
  }

  /** From now on pages of the channel are dropped; its reviews are dealt with after the commit. */
  async delete(tx: Tx, event: DomainEvent<ChannelDeletedPayload>): Promise<void> {
    await this.copies.markDeleted(tx, copyOf(event), event.data.keep_reviews);
    this.cleanup.pokeAfter(tx);
  }
}

function copyOf(event: DomainEvent<ChannelPayload>): ChannelCopy {
  return {
    channel_id: event.data.id,
    account_id: event.accountid,
    sub_account_id: event.subaccountid,
    name: event.data.name,
    version: event.aggregateversion,
  };
}
