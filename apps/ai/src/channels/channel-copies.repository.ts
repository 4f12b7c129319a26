import { Injectable } from '@nestjs/common';
import type { SnapshotRange } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import {
  type ChangedCopy,
  ChannelCopies,
  channelCopiesController,
  type ChannelCopyRow,
} from '@plaudit/events';
import { RememberedAnswersRepository } from '../llm/remembered-answers.repository';
import { DerivedTextsRepository } from '../reviews/derived-texts.repository';
import { ChannelCopyEntity } from './channel-copy.entity';

const FIELDS = ['id', 'name'] as const;

/** The copies of channels. What was generated about a channel is removed in the transaction that marks it as deleted. */
@Injectable()
export class ChannelCopiesRepository extends ChannelCopies<(typeof FIELDS)[number]> {
  constructor(
    private readonly texts: DerivedTextsRepository,
    private readonly answers: RememberedAnswersRepository,
  ) {
    super(ChannelCopyEntity, FIELDS);
  }

  /** The reviews of deleted channels are deleted or lose their channel by events of their own, which also forget what they were. */
  protected override async store(
    tx: Tx,
    rows: readonly ChannelCopyRow[],
    range?: SnapshotRange,
  ): Promise<ChangedCopy[]> {
    const changed = await super.store(tx, rows, range);
    const deleted = changed.filter((copy) => copy.deleted).map(({ id }) => id);
    if (deleted.length === 0) return changed;
    const reviewIds = await this.texts.dropChannels(tx, deleted);
    if (reviewIds.length > 0) await this.answers.forget(tx, reviewIds);
    return changed;
  }
}

/** Handles the events of channels. */
export const OnChannel = channelCopiesController(ChannelCopiesRepository, FIELDS);
