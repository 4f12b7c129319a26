import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';

/** How many messages accounts and sub accounts sent. A limit of -1 means unlimited. */
@Injectable()
export class CreditsRepository {
  /**
   * Counts `count` first messages of an account in the month (UTC) of `at`. Returns false, and counts nothing, if the month would
   * have more than `limit`.
   */
  async takeMonth(tx: Tx, accountId: number, limit: number, count: number, at: Date): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `insert into month_sends as known (account_id, month, sent)
       select $1::bigint, ${monthOf('$2')}, $3::integer where $4::integer < 0 or $3::integer <= $4
       on conflict (account_id, month) do update set sent = known.sent + excluded.sent
         where $4 < 0 or known.sent + excluded.sent <= $4
       returning 1 as one`,
      [accountId, at, count, limit],
    );
    return rows.length > 0;
  }

  /** Returns first messages to the month of `at`, in which they were counted but not sent. */
  async giveMonthBack(tx: Tx, accountId: number, count: number, at: Date): Promise<void> {
    await queryRows(
      tx,
      `update month_sends set sent = greatest(0, sent - $3) where account_id = $1 and month = ${monthOf('$2')}`,
      [accountId, at, count],
    );
  }

  /** Returns how many first messages of the account the month (UTC) of `at` has. */
  async sentInMonth(tx: Tx, accountId: number, at: Date): Promise<number> {
    const [row] = await queryRows<{ sent: number }>(
      tx,
      `select sent from month_sends where account_id = $1 and month = ${monthOf('$2')}`,
      [accountId, at],
    );
    return row?.sent ?? 0;
  }

  /**
   * Counts `count` messages of a sub account on a local day ("YYYY-MM-DD"). Returns false, and counts nothing, if the day would
   * have more than `limit`.
   */
  async takeDay(tx: Tx, subAccountId: number, day: string, limit: number, count = 1): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `insert into day_sends as known (sub_account_id, day, sent)
       select $1::bigint, $2::date, $4::integer where $3::integer < 0 or $4 <= $3
       on conflict (sub_account_id, day) do update set sent = known.sent + excluded.sent
         where $3 < 0 or known.sent + excluded.sent <= $3
       returning 1 as one`,
      [subAccountId, day, limit, count],
    );
    return rows.length > 0;
  }

  /** Returns a message to a local day, on which it was counted but not sent. */
  async giveDayBack(tx: Tx, subAccountId: number, day: string): Promise<void> {
    await queryRows(
      tx,
      'update day_sends set sent = greatest(0, sent - 1) where sub_account_id = $1 and day = $2::date',
      [subAccountId, day],
    );
  }

  /**
   * Returns how many first messages of the account wait to be sent, but at most `most`. Until the transaction ends, nobody else
   * adds first messages of the account.
   */
  async lockWaiting(tx: Tx, accountId: number, most: number): Promise<number> {
    await queryRows(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `invite-credits:${accountId}`,
    ]);
    const [row] = await queryRows<{ waiting: number }>(
      tx,
      `select count(*)::int as waiting from (
         select 1 from requests
         where account_id = $1 and step = 0 and status in ('pending', 'sending') and deleted_on is null
         limit $2
       ) as first_messages`,
      [accountId, most],
    );
    return row?.waiting ?? 0;
  }
}

function monthOf(parameter: string): string {
  return `date_trunc('month', ${parameter}::timestamptz at time zone 'UTC')::date`;
}
