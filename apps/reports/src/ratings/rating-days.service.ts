import { Injectable } from '@nestjs/common';
import type { DomainEvent, RatingHistoryPayload } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { officialFigures, type RatingState } from './official-figures';
import { RatingDaysRepository } from './rating-days.repository';

/** Keeps the official figures of each channel and local day. */
@Injectable()
export class RatingDaysService {
  constructor(
    private readonly subAccounts: SubAccountsRepository,
    private readonly channels: ChannelCopiesRepository,
    private readonly days: RatingDaysRepository,
  ) {}

  /** Stores the figures that the events carry. Those of an earlier crawl of the same day are ignored. */
  async apply(tx: Tx, events: readonly DomainEvent<RatingState>[]): Promise<void> {
    const figures = events.map(({ accountid, subaccountid, data }) =>
      officialFigures(data, { account_id: accountid, sub_account_id: subaccountid }),
    );
    const owners = await this.channels.ownersOf(
      tx,
      figures.map(({ channel_id }) => channel_id),
    );
    await this.subAccounts.lock(tx, [...figures, ...owners]);
    await this.days.store(tx, figures);
  }

  /** Makes the days in the page's range equal to the page, except for those that an event changed later. */
  async applySnapshot(tx: Tx, { data }: DomainEvent<RatingHistoryPayload>): Promise<void> {
    const figures = data.records.map((record) => officialFigures(record, record));
    const owners = await this.channels.ownersOf(
      tx,
      figures.map(({ channel_id }) => channel_id),
    );
    const stored = await this.days.ownersInRange(tx, data);
    await this.subAccounts.lock(tx, [...figures, ...owners, ...stored], false);
    await this.days.removeUnlisted(tx, data);
    await this.days.store(tx, figures);
  }
}
