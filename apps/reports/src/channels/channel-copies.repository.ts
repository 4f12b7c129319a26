import { Injectable } from '@nestjs/common';
import type { ChannelPayload, SnapshotRange, Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import {
  type ChangedCopy,
  ChannelCopies,
  channelCopiesController,
  type ChannelCopyRow,
} from '@plaudit/events';
import { Any } from 'typeorm';
import { divisibleScore } from '../ratings/official-figures';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { ChannelCopyEntity } from './channel-copy.entity';

const FIELDS = [
  'id',
  'type',
  'type_id',
  'label',
  'logo',
  'name',
  'score',
  'rating_scale',
  'reviews',
  'group',
] as const satisfies readonly (keyof ChannelPayload)[];

type Field = (typeof FIELDS)[number];
type Owner = Tenant & { id: number };

/** The copies of channels. */
@Injectable()
export class ChannelCopiesRepository extends ChannelCopies<Field> {
  constructor(private readonly subAccounts: SubAccountsRepository) {
    super(ChannelCopyEntity, FIELDS);
  }

  /** Returns the sub accounts of the copies with these ids. */
  async ownersOf(tx: Tx, ids: readonly number[]): Promise<Owner[]> {
    return tx.find(ChannelCopyEntity, {
      select: { id: true, account_id: true, sub_account_id: true },
      where: { id: Any([...ids]) },
    });
  }

  /** Locks the former and the new sub accounts. The rating days of a channel follow it to its new sub account. */
  protected override async store(
    tx: Tx,
    rows: readonly ChannelCopyRow[],
    range?: SnapshotRange,
  ): Promise<ChangedCopy[]> {
    const former = range
      ? await this.ownersInRange(tx, range)
      : await this.ownersOf(
          tx,
          rows.map(({ id }) => id),
        );
    await this.subAccounts.lock(tx, [...rows, ...former], range === undefined);
    const changed = await super.store(tx, rows, range);
    const formerOwners = new Map(former.map((owner) => [owner.id, owner.sub_account_id]));
    const moved = changed.filter(({ id, sub_account_id }) => formerOwners.get(id) !== sub_account_id);
    await moveRatingDays(
      tx,
      moved.map(({ id }) => id),
    );
    return changed;
  }

  protected override valuesOf(state: Pick<ChannelPayload, Field>): object {
    return super.valuesOf({ ...state, ...divisibleScore(state) });
  }

  private async ownersInRange(tx: Tx, { after, through }: SnapshotRange): Promise<Owner[]> {
    return queryRows(
      tx,
      `select id, account_id, sub_account_id from channels where id > $1 and ($2::bigint is null or id <= $2)`,
      [after, through],
    );
  }
}

/** Gives the rating days of channels that are new or have come to another sub account to it. */
async function moveRatingDays(tx: Tx, channelIds: readonly number[]): Promise<void> {
  if (channelIds.length === 0) return;
  await queryRows(
    tx,
    `update rating_days set account_id = channels.account_id, sub_account_id = channels.sub_account_id
     from channels
     where channels.id = any ($1::bigint[]) and rating_days.channel_id = channels.id
       and (rating_days.account_id, rating_days.sub_account_id)
         is distinct from (channels.account_id, channels.sub_account_id)`,
    [channelIds],
  );
}

/** Handles the events of channels. */
export const OnChannel = channelCopiesController(ChannelCopiesRepository, FIELDS);
