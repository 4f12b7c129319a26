import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import { domainOf } from '@plaudit/outbound/mail';
import { slotOf } from '../fuses/bounce-fuses.repository';
import type { RequestRow } from '../requests/request-rows';

/** A message that a server has accepted or refused for good. */
export type AnsweredMessage = Pick<RequestRow, 'account_id' | 'type' | 'recipient'>;

/** A message and the local day that counts it. */
export type CountedMessage = Pick<RequestRow, 'sub_account_id' | 'counted_day'>;

/**
 * How many messages accounts and sub accounts sent. A first message counts for the month when it was sent, as the gateway counts it. A
 * message counts for the day before it is sent, so that replicas together keep the limit.
 */
@Injectable()
export class CreditsRepository {
  /** Counts a first message of each of these accounts as sent in the month (UTC) of `at`. An account may be listed several times. */
  async countSent(tx: Tx, accountIds: readonly number[], at: Date): Promise<void> {
    if (accountIds.length === 0) return;
    await queryRows(
      tx,
      `insert into month_sends as known (account_id, month, sent)
       select account_id, ${monthOf('$2')}, count(*) from unnest($1::bigint[]) as account_id
       group by account_id order by account_id
       on conflict (account_id, month) do update set sent = known.sent + excluded.sent`,
      [accountIds, at],
    );
  }

  /**
   * Counts mails that servers have accepted or refused for good: each for the server of its recipient, and for all servers together,
   * whose name is empty. Others are left out.
   */
  async countMails(tx: Tx, messages: readonly AnsweredMessage[], at: Date): Promise<void> {
    const mails = messages.filter(({ type }) => type === 'email');
    if (mails.length === 0) return;
    await queryRows(
      tx,
      `insert into server_sends as known (account_id, server, slot, sent)
       select account_id, server, ${slotOf('$3::timestamptz')}, count(*)
       from (
         select account_id, unnest(array[server, '']) as server
         from unnest($1::bigint[], $2::text[]) as mail (account_id, server)
       ) as mails
       group by account_id, server order by account_id, server
       on conflict (account_id, server, slot) do update set sent = known.sent + excluded.sent`,
      [mails.map(({ account_id }) => account_id), mails.map(({ recipient }) => domainOf(recipient)), at],
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

  /** Returns how many first messages of the account are on their way to the mail server or the provider. */
  async onTheirWay(tx: Tx, accountId: number): Promise<number> {
    const [row] = await queryRows<{ count: number }>(
      tx,
      `select count(*)::int as count from requests
       where account_id = $1 and step = 0 and status = 'sending' and prepared_at is not null and sent_on is null
         and deleted_on is null`,
      [accountId],
    );
    return row?.count ?? 0;
  }

  /**
   * Counts `count` messages of a sub account on a local day ("YYYY-MM-DD"). Returns false, and counts nothing, if the day would
   * have more than `limit`; -1 means unlimited.
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

  /** Gives messages back to the local days that count them, although they are not sent now. */
  async giveDaysBack(tx: Tx, messages: readonly CountedMessage[]): Promise<void> {
    const counts = new Map<string, number>();
    for (const { sub_account_id, counted_day } of messages) {
      if (counted_day === null) continue;
      const day = `${sub_account_id}/${counted_day}`;
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    // In the order in which messages are counted, so that two transactions lock the days in the same order.
    for (const day of [...counts.keys()].sort()) {
      await queryRows(
        tx,
        'update day_sends set sent = greatest(0, sent - $3) where sub_account_id = $1 and day = $2::date',
        [...day.split('/'), counts.get(day)],
      );
    }
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
         where account_id = $1 and step = 0 and status in ('pending', 'sending') and sent_on is null and deleted_on is null
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
