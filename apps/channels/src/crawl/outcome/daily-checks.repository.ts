import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';

const KEPT_DAYS = 90;

/** Stores how the crawls of each UTC day ended, and deletes the days of the channel that are older than 90 days. */
@Injectable()
export class DailyChecksRepository {
  /** The first crawl of a day decides, except that a success makes a failed day a retried one. */
  async record(tx: Tx, channelId: number, worked: boolean, endedOn: Date): Promise<void> {
    await queryRows(
      tx,
      `with today as (select ($3::timestamptz at time zone 'UTC')::date as day),
       expired as (
         delete from daily_checks using today where channel_id = $1 and daily_checks.day <= today.day - ${KEPT_DAYS}
       )
       insert into daily_checks (channel_id, day, outcome)
       select $1, day, case when $2 then 'ok' else 'failed' end from today
       on conflict (channel_id, day) do update set outcome = 'retried'
         where $2 and daily_checks.outcome = 'failed'`,
      [channelId, worked, endedOn],
    );
  }
}
