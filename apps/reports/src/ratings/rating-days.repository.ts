import { Injectable } from '@nestjs/common';
import {
  parseWireDate,
  RATING_DAYS_PER_PROFILE,
  type RatingHistoryPayload,
  type SnapshotRange,
  type Tenant,
} from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { OfficialFigures } from './official-figures';

/** The id of the record from which a row comes, as `ratingRecordId` makes it. */
const RECORD_ID = `channel_id * ${RATING_DAYS_PER_PROFILE} + ((checked_on at time zone 'UTC')::date - date 'epoch')`;
/** The rows whose records are in a page's range, from `$1` to `$2`. The first line is what the primary key can select. */
const IN_RANGE = `channel_id >= $1::bigint / ${RATING_DAYS_PER_PROFILE} and ($2::bigint is null or channel_id <= $2 / ${RATING_DAYS_PER_PROFILE})
  and ${RECORD_ID} > $1 and ($2 is null or ${RECORD_ID} <= $2)`;

const COLUMNS = [
  'account_id',
  'sub_account_id',
  'score',
  'rating_scale',
  'reviews',
  'checked_on',
] as const satisfies readonly (keyof OfficialFigures)[];

const NAMES = COLUMNS.join(', ');
const STORED = COLUMNS.map((name) => `rating_days.${name}`).join(', ');
const EXCLUDED = COLUMNS.map((name) => `excluded.${name}`).join(', ');

/** The given figures with the day and the owner under which they are stored. */
const DATED = `
  select given.channel_id, owner.account_id, owner.sub_account_id, given.score, given.rating_scale, given.reviews, given.checked_on,
    coalesce(stored.day, (given.checked_on at time zone owner.counted_timezone)::date) as day
  from json_to_recordset($1::json) as given (channel_id bigint, sub_account_id bigint, score double precision,
    rating_scale integer, reviews bigint, checked_on timestamptz)
  cross join lateral (select (given.checked_on at time zone 'UTC')::date as day) as utc
  left join channels on channels.id = given.channel_id
  join sub_accounts owner on owner.sub_account_id = coalesce(channels.sub_account_id, given.sub_account_id)
  left join rating_days stored on stored.channel_id = given.channel_id and stored.checked_on = given.checked_on
    and stored.day between utc.day - 1 and utc.day + 1`;

/** The official figures of each channel and local day. */
@Injectable()
export class RatingDaysRepository {
  /**
   * Stores the figures of days that have none or those of an earlier crawl. The copy of the channel says whose they are, because a
   * late event may still name a former sub account. A crawl that is stored already keeps its day, even if the zone of the sub
   * account has changed. The caller holds the rows of the sub accounts of the figures and of the copies.
   */
  async store(tx: Tx, figures: readonly OfficialFigures[]): Promise<void> {
    await queryRows(
      tx,
      `insert into rating_days (channel_id, day, ${NAMES})
       select distinct on (channel_id, day) channel_id, day, ${NAMES} from (${DATED}) as dated
       order by channel_id, day, checked_on desc
       on conflict (channel_id, day) do update set (${NAMES}) = row (${EXCLUDED}), applied_on = now()
       where rating_days.checked_on <= excluded.checked_on and (${STORED}) is distinct from (${EXCLUDED})`,
      [JSON.stringify(figures)],
    );
  }

  /**
   * Removes the days in the page's range whose crawl the page does not list and that no event has changed since the snapshot began.
   * The owner keeps the last crawl of a UTC day. Another one of the same UTC day may be the last one of its local day, so it stays.
   * The caller holds the rows of the sub accounts of {@link ownersInRange}.
   */
  async removeUnlisted(tx: Tx, { after, through, begun_on, records }: RatingHistoryPayload): Promise<void> {
    await queryRows(
      tx,
      `delete from rating_days where ${IN_RANGE} and applied_on < $3 and ${RECORD_ID} <> all ($4::bigint[])`,
      [after, through, parseWireDate(begun_on), records.map(({ id }) => id)],
    );
  }

  /** Returns the sub accounts with days in the page's range. */
  async ownersInRange(tx: Tx, { after, through }: SnapshotRange): Promise<Tenant[]> {
    return queryRows(tx, `select distinct account_id, sub_account_id from rating_days where ${IN_RANGE}`, [
      after,
      through,
    ]);
  }
}
