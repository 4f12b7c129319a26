import { Injectable } from '@nestjs/common';
import type { ChannelSnapshotPayload, DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import type { ChannelState } from './channel-copy';
import { ChannelCopiesRepository } from './channel-copies.repository';

/** Keeps the copies of channels up to date with the events of the channels service. */
@Injectable()
export class ChannelCopiesService {
  constructor(private readonly copies: ChannelCopiesRepository) {}

  async save(tx: Tx, event: DomainEvent<ChannelState>): Promise<void> {
    await this.copies.apply(tx, event, false);
  }

  async delete(tx: Tx, event: DomainEvent<ChannelState>): Promise<void> {
    await this.copies.apply(tx, event, true);
  }

  /** Makes the copies equal to a page of the owner's channels. Newer copies stay. */
  async applySnapshot(tx: Tx, event: DomainEvent<ChannelSnapshotPayload>): Promise<void> {
    await this.copies.applySnapshot(tx, event.data);
  }
}
