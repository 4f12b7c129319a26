import { Injectable } from '@nestjs/common';
import type { ChannelPayload, SnapshotRange, Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import {
  type ChangedCopy,
  ChannelCopies,
  channelCopiesController,
  type ChannelCopyRow,
} from '@plaudit/events';
import { ContentRevsRepository } from '../content-revs/content-revs.repository';
import type { ChannelCopy } from './channel-copy';
import { ChannelCopyEntity } from './channel-copy.entity';

const FIELDS = [
  'id',
  'name',
  'label',
  'url',
  'type',
  'group',
  'score',
  'rating_scale',
  'reviews',
] as const satisfies readonly (keyof ChannelPayload)[];

const LIST = `select id, name, label, url, type, group_id, score, rating_scale, reviews from channels
  where account_id = $1 and sub_account_id = $2 and not deleted order by id`;

/** The copies of channels. A changed copy raises the content revision of its sub account. */
@Injectable()
export class ChannelCopiesRepository extends ChannelCopies<(typeof FIELDS)[number]> {
  constructor(
    private readonly database: Database,
    private readonly revs: ContentRevsRepository,
  ) {
    super(ChannelCopyEntity, FIELDS);
  }

  /** Returns the channels of the sub account, without the deleted ones. */
  async list({ account_id, sub_account_id }: Tenant, tx?: Tx): Promise<ChannelCopy[]> {
    const parameters = [account_id, sub_account_id];
    return tx ? queryRows(tx, LIST, parameters) : this.database.query(LIST, parameters);
  }

  protected override async store(
    tx: Tx,
    rows: readonly ChannelCopyRow[],
    range?: SnapshotRange,
  ): Promise<ChangedCopy[]> {
    const changed = await super.store(tx, rows, range);
    await this.revs.raise(tx, changed);
    return changed;
  }
}

/** Handles the events of channels. */
export const OnChannel = channelCopiesController(ChannelCopiesRepository, FIELDS);
