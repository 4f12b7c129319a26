import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { type CountedDay, dayNumber, dayText } from './day-counts';

/** A report covers at most 365 days. */
const KEPT_DAYS = 400;
const PURGE_BATCH = 1_000;

@Injectable()
export class WidgetDaysRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds the counts to those that are stored, in one statement. Keys without a widget are left out. All replicas lock the rows in the
   * same order, so they wait for each other instead of blocking each other for good.
   */
  async add(counted: readonly CountedDay[]): Promise<void> {
    await this.database.queryWithin(
      'request',
      `insert into widget_days as stored (widget_id, day, account_id, sub_account_id, views, interactions)
       select widget.id, counted.day, widget.account_id, widget.sub_account_id, counted.views, counted.interactions
       from unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[]) as counted (key, day, views, interactions)
       join widgets widget on widget.key = counted.key
       order by widget.id, counted.day
       on conflict (widget_id, day) do update
         set views = stored.views + excluded.views, interactions = stored.interactions + excluded.interactions`,
      [
        counted.map(({ key }) => key),
        counted.map(({ day }) => dayText(day)),
        counted.map(({ views }) => views),
        counted.map(({ interactions }) => interactions),
      ],
    );
  }

  /** Deletes old days, and returns true if there may be more. */
  @Chore({ name: 'old_widget_days', everyMs: 3_600_000, per: 'service' })
  async purge(now: Date): Promise<boolean> {
    const removed = await this.database.queryWithin(
      'background',
      `delete from widget_days where (widget_id, day) in (
         select widget_id, day from widget_days where day < $1::date
         limit ${PURGE_BATCH} for update skip locked) returning widget_id`,
      [dayText(dayNumber(now) - KEPT_DAYS)],
    );
    return removed.length === PURGE_BATCH;
  }
}
