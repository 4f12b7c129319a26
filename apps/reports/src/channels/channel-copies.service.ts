import { Injectable } from '@nestjs/common';
import type { ChannelSnapshotPayload, DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { ChannelCopiesRepository } from './channel-copies.repository';
import { channelCopy, type ChannelState } from './channel-copy';

/** Keeps the copies of channels. */
@Injectable()
export class ChannelCopiesService {
  constructor(
    private readonly subAccounts: SubAccountsRepository,
    private readonly copies: ChannelCopiesRepository,
  ) {}

  /** Stores the states that the events carry, at most one of each channel. A state older than the stored one is ignored. */
  async apply(tx: Tx, events: readonly DomainEvent<ChannelState>[], deleted: boolean): Promise<void> {
    const copies = events.map(({ accountid, subaccountid, aggregateversion, data }) =>
      channelCopy(data, {
        account_id: accountid,
        sub_account_id: subaccountid,
        version: aggregateversion,
        deleted,
      }),
    );
    const former = await this.copies.ownersOf(
      tx,
      copies.map(({ id }) => id),
    );
    await this.subAccounts.lock(tx, [...copies, ...former]);
    await this.copies.apply(tx, copies);
  }

  /**
   * Makes the copies in the page's range equal to the page, except for those that an event changed later. An owner of an older
   * release lists no deleted channels.
   */
  async applySnapshot(tx: Tx, { data }: DomainEvent<ChannelSnapshotPayload>): Promise<void> {
    const { records, deleted = [] } = data;
    const copies = [
      ...records.map((record) => channelCopy(record, { ...record, deleted: false })),
      ...deleted.map((record) => channelCopy(record, { ...record, deleted: true })),
    ];
    await this.subAccounts.lock(tx, [...copies, ...(await this.copies.ownersInRange(tx, data))], false);
    await this.copies.applySnapshot(tx, data, copies);
  }
}
