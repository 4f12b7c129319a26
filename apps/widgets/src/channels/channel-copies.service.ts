import { Injectable } from '@nestjs/common';
import type { ChannelSnapshotPayload, DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { ContentRevsService } from '../content-revs/content-revs.service';
import type { ChannelState } from './channel-copy';
import { ChannelCopiesRepository } from './channel-copies.repository';

/** Keeps the copies of channels up to date with the events of the channels service. */
@Injectable()
export class ChannelCopiesService {
  constructor(
    private readonly copies: ChannelCopiesRepository,
    private readonly revs: ContentRevsService,
  ) {}

  async save(tx: Tx, event: DomainEvent<ChannelState>): Promise<void> {
    await this.apply(tx, event, false);
  }

  async delete(tx: Tx, event: DomainEvent<ChannelState>): Promise<void> {
    await this.apply(tx, event, true);
  }

  /** Makes the copies equal to a page of the owner's channels. Newer copies stay. */
  async applySnapshot(tx: Tx, event: DomainEvent<ChannelSnapshotPayload>): Promise<void> {
    const changed = await this.copies.applySnapshot(tx, event.data);
    await this.revs.raise(tx, changed);
  }

  private async apply(tx: Tx, event: DomainEvent<ChannelState>, deleted: boolean): Promise<void> {
    const applied = await this.copies.apply(tx, event, deleted);
    if (!applied) return;
    await this.revs.raise(tx, [{ account_id: event.accountid, sub_account_id: event.subaccountid }]);
  }
}
