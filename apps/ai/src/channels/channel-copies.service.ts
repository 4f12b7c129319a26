import { Injectable } from '@nestjs/common';
import type { ChannelSnapshotPayload, DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { RememberedAnswersRepository } from '../llm/remembered-answers.repository';
import { DerivedTextsRepository } from '../reviews/derived-texts.repository';
import { ChannelCopiesRepository } from './channel-copies.repository';
import { channelCopy, type ChannelState } from './channel-copy';

/** Keeps the copies of channels. Removes what was generated about a channel in the transaction that marks it as deleted. */
@Injectable()
export class ChannelCopiesService {
  constructor(
    private readonly copies: ChannelCopiesRepository,
    private readonly texts: DerivedTextsRepository,
    private readonly answers: RememberedAnswersRepository,
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
    await this.forget(tx, await this.copies.apply(tx, copies));
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
    await this.forget(tx, await this.copies.applySnapshot(tx, data, copies));
  }

  /** The reviews of these channels are deleted or lose their channel by events of their own, which also forget what they were. */
  private async forget(tx: Tx, channelIds: readonly number[]): Promise<void> {
    if (channelIds.length === 0) return;
    const reviewIds = await this.texts.dropChannels(tx, channelIds);
    if (reviewIds.length > 0) await this.answers.forget(tx, reviewIds);
  }
}
