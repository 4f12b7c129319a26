import { Injectable } from '@nestjs/common';
import { parseWireDate, type SnapshotRange } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { addToDays, withZones } from '../days/day-table.sql';
import type { ReviewCopy } from './review-copy';
import { REVIEW_DAYS, reviewDay, TAG_DAYS } from './review-days.sql';

const KEEP_DELETED_DAYS = 90;
const PURGE_BATCH = 1_000;

const FIELDS = [
  'id',
  'account_id',
  'sub_account_id',
  'channel_id',
  'type',
  'label',
  'rating_value',
  'rating_scale',
  'star',
  'posted_on',
  'posted_day',
  'tag_ids',
  'replied',
  'reply_seconds',
  'version',
  'deleted',
] as const satisfies readonly (keyof ReviewCopy)[];

const COLUMNS = [...FIELDS, 'review_day'];

const NAMES = COLUMNS.join(', ');
const STORED = COLUMNS.map((name) => `reviews.${name}`).join(', ');
const EXCLUDED = COLUMNS.map((name) => `excluded.${name}`).join(', ');
const GIVEN = `select ${FIELDS.join(', ')}, ${reviewDay('given.sub_account_id')} as review_day
  from json_to_recordset($1::json) as given (id bigint, account_id bigint, sub_account_id bigint,
  channel_id bigint, type text, label text, rating_value numeric, rating_scale integer, star smallint, posted_on timestamptz,
  posted_day date, tag_ids bigint[], replied boolean, reply_seconds bigint, version bigint, deleted boolean)`;

/**
 * Counts what `saved` changed. A statement reads the tables as they were before it, so `reviews` still has the former states here.
 * The caller holds the rows of the sub accounts, so nobody else changes them.
 */
const COUNT_CHANGES = `
  changes as (
    ${withZones(`
      select saved.*, 1 as sign from saved where not deleted
      union all select reviews.*, -1 from reviews join saved using (id) where not reviews.deleted`)}
  ), tag_counts as (${addToDays(TAG_DAYS, 'changes')})
  ${addToDays(REVIEW_DAYS, 'changes')}`;

/** The copies of reviews and the counts of their days. */
@Injectable()
export class ReviewCopiesRepository {
  constructor(private readonly database: Database) {}

  /** Stores states that are newer than the stored ones. The caller holds the rows of their sub accounts. */
  async apply(tx: Tx, copies: readonly ReviewCopy[]): Promise<void> {
    await queryRows(
      tx,
      `with saved as (
         insert into reviews (${NAMES}) ${GIVEN} order by id
         on conflict (id) do update set (${NAMES}) = row (${EXCLUDED}), applied_on = now()
         where reviews.version < excluded.version
         returning *
       ), ${COUNT_CHANGES}`,
      [JSON.stringify(copies)],
    );
  }

  /**
   * Makes the copies in the page's range equal to the page, except for those with a newer version. Marks a review as deleted that
   * the page does not list and that no event has changed since the snapshot began. The caller holds the rows of the sub accounts
   * of {@link ownersInRange} and of the page.
   */
  async applySnapshot(
    tx: Tx,
    { after, through, begun_on }: SnapshotRange,
    copies: readonly ReviewCopy[],
  ): Promise<void> {
    await queryRows(
      tx,
      `with given as (${GIVEN}), kept as (
         insert into reviews (${NAMES}) select ${NAMES} from given order by id
         on conflict (id) do update set (${NAMES}) = row (${EXCLUDED}), applied_on = now()
         where reviews.version < excluded.version
           or reviews.version = excluded.version and (${STORED}) is distinct from (${EXCLUDED})
         returning *
       ), gone as (
         update reviews set deleted = true, applied_on = now()
         where id > $2 and ($3::bigint is null or id <= $3) and not deleted and applied_on < $4
           and not exists (select from given where given.id = reviews.id)
         returning *
       ), saved as (select * from kept union all select * from gone), ${COUNT_CHANGES}`,
      [JSON.stringify(copies), after, through, parseWireDate(begun_on)],
    );
  }

  /** Returns the sub accounts with copies in the page's range, in the order of their ids. */
  async ownersInRange(
    tx: Tx,
    { after, through }: SnapshotRange,
  ): Promise<{ sub_account_id: number; account_id: number }[]> {
    return queryRows(
      tx,
      `select distinct sub_account_id, account_id from reviews
       where id > $1 and ($2::bigint is null or id <= $2) order by sub_account_id`,
      [after, through],
    );
  }

  /**
   * Deletes the marks of reviews that were deleted long ago, and returns true if there may be more. No event that is older than a mark can still
   * arrive then, because the streams, parked events and dead letters keep events for at most 30 days. Skips rows that are being changed.
   */
  @Chore({ name: 'old_marks_of_reviews', everyMs: 3_600_000, per: 'service' })
  async purge(): Promise<boolean> {
    const purged = await this.database.queryWithin(
      'background',
      `delete from reviews where id in (
         select id from reviews where deleted and applied_on < now() - make_interval(days => ${KEEP_DELETED_DAYS})
         order by applied_on limit ${PURGE_BATCH} for update skip locked) returning id`,
    );
    return purged.length === PURGE_BATCH;
  }
}
