import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import { ChannelCopies, channelCopiesController } from '@plaudit/events';
import type { ChannelCopy } from './channel-copy';
import { ChannelCopyEntity } from './channel-copy.entity';

const FIELDS = ['id', 'type', 'label', 'name', 'url'] as const;

/** The copies of channels. */
@Injectable()
export class ChannelCopiesRepository extends ChannelCopies<(typeof FIELDS)[number]> {
  constructor() {
    super(ChannelCopyEntity, FIELDS);
  }

  /** Returns the channels of these sub accounts in the order of their ids, without the deleted ones. */
  async listFor(tx: Tx, subAccountIds: readonly number[]): Promise<ChannelCopy[]> {
    return queryRows<ChannelCopy>(
      tx,
      `select id, account_id, sub_account_id, type, label, name, url from channel_copies
       where sub_account_id = any ($1::bigint[]) and not deleted order by id`,
      [[...new Set(subAccountIds)]],
    );
  }
}

/** Handles the events of channels. */
export const OnChannel = channelCopiesController(ChannelCopiesRepository, FIELDS);
