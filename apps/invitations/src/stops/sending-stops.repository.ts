import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { UNSCHEDULED } from '../queue/unscheduled';
import { senderOf } from './sender.sql';
import { OPERATOR_CODES, type Sender, type SendingStop, type Waiting } from './sending-stop';

const COLUMNS = `sub_account_id, sender, account_id, code, msg, stopped_on, failed_on, next_try_on, tries, probe, refused::text[],
  ended_on, failures`;
const KEPT_ENDED = "interval '2 days'";
/** Messages try for as long as there are any, so a stop that no message has met for so long has none. */
const FORGOTTEN = "interval '30 minutes'";
/** Stops that one transaction tries to end. */
const MAX_TRIED = 50;
/** Of more messages of a profile that wait, one of these tries. */
const MAX_CANDIDATES = 1_000;
/** Messages that one transaction makes due. */
export const MAX_RELEASED = 5_000;

type StopRow = Omit<SendingStop, 'refused'> & { refused: string[] };

/** The stops of senders. The rows of requests are locked before those of stops. */
@Injectable()
export class SendingStopsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the stops of these sub accounts that have not ended. */
  async standing(tx: Tx, subAccountIds: readonly number[]): Promise<SendingStop[]> {
    if (subAccountIds.length === 0) return [];
    const rows = await queryRows<StopRow>(
      tx,
      `select ${COLUMNS} from sending_stops where sub_account_id = any ($1::bigint[]) and ended_on is null`,
      [[...new Set(subAccountIds)]],
    );
    return rows.map(stopOf);
  }

  /** Locks what is known of a sender. Returns null if the sender was never refused. */
  async lock(tx: Tx, { sub_account_id, sender }: Sender): Promise<SendingStop | null> {
    const [row] = await queryRows<StopRow>(
      tx,
      `select ${COLUMNS} from sending_stops where sub_account_id = $1 and sender = $2 for update`,
      [sub_account_id, sender],
    );
    return row ? stopOf(row) : null;
  }

  /** Locks some of the stops of which a message is to try now, of all sub accounts or of one. Leaves those that others have locked. */
  async lockDue(tx: Tx, subAccountId: number | null, at: Date): Promise<SendingStop[]> {
    const rows = await queryRows<StopRow>(
      tx,
      `select ${COLUMNS} from sending_stops
       where ended_on is null and next_try_on <= $2 and ($1::bigint is null or sub_account_id = $1)
       order by next_try_on limit ${MAX_TRIED} for update skip locked`,
      [subAccountId, at],
    );
    return rows.map(stopOf);
  }

  /** Stores a new stop. Returns false if another transaction has stored one for the sender. */
  async add(tx: Tx, stop: SendingStop): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `insert into sending_stops (sub_account_id, sender, account_id, code, msg, stopped_on, failed_on, next_try_on, tries, probe,
         refused, ended_on, failures)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::bigint[], $12, $13)
       on conflict (sub_account_id, sender) do nothing returning 1 as one`,
      [stop.sub_account_id, stop.sender, stop.account_id, ...valuesOf(stop)],
    );
    return rows.length > 0;
  }

  /** Stores a stop whose row is locked. */
  async update(tx: Tx, stop: SendingStop): Promise<void> {
    await queryRows(
      tx,
      `update sending_stops set code = $3, msg = $4, stopped_on = $5, failed_on = $6, next_try_on = $7, tries = $8, probe = $9,
         refused = $10::bigint[], ended_on = $11, failures = $12
       where sub_account_id = $1 and sender = $2`,
      [stop.sub_account_id, stop.sender, ...valuesOf(stop)],
    );
  }

  /**
   * Notes that the server accepted mails of these senders. A conversation that began before the stop proves nothing. Returns the stops
   * that end by this.
   */
  async accepted(tx: Tx, mails: readonly (Sender & { begun_on: Date })[], at: Date): Promise<SendingStop[]> {
    if (mails.length === 0) return [];
    const rows = await queryRows<StopRow>(
      tx,
      `with held as (
         select stop.* from sending_stops stop
         join (
           select sub_account_id, sender, max(begun_on) as begun_on
           from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as mail (sub_account_id, sender, begun_on) group by 1, 2
         ) mail using (sub_account_id, sender)
         where (stop.ended_on is null or stop.failures > 0) and mail.begun_on >= stop.stopped_on
         order by sub_account_id, sender collate "C" for update of stop
       ), changed as (
         update sending_stops stop set ended_on = $4, failures = 0
         from held where stop.sub_account_id = held.sub_account_id and stop.sender = held.sender
       )
       select ${COLUMNS} from held where ended_on is null`,
      [
        mails.map(({ sub_account_id }) => sub_account_id),
        mails.map(({ sender }) => sender),
        mails.map(({ begun_on }) => begun_on),
        at,
      ],
    );
    return rows.map(stopOf);
  }

  /** Has the next mail of stopped senders tried at once; of all senders of the sub account without `sender`. Returns their number. */
  async hurry(tx: Tx, subAccountId: number, sender: string | null, at: Date): Promise<number> {
    const rows = await queryRows(
      tx,
      `update sending_stops stop set next_try_on = least(stop.next_try_on, $3)
       from (
         select sub_account_id, sender from sending_stops
         where sub_account_id = $1 and ($2::text is null or sender = $2) and ended_on is null
         order by sender collate "C" for update
       ) as held
       where stop.sub_account_id = held.sub_account_id and stop.sender = held.sender returning 1 as one`,
      [subAccountId, sender, at],
    );
    return rows.length;
  }

  /**
   * Returns messages that wait for the end of a stop and may try. Those of a paused profile wait for its takeover, unless it is deleted:
   * then they end. `from` is the sender of messages whose settings name none.
   */
  async waitingFor(tx: Tx, { sub_account_id, sender }: SendingStop, from: string): Promise<Waiting> {
    const rows = await queryRows<{ ids: string[] }>(
      tx,
      `select (array_agg(request.id::text order by request.id))[:${MAX_CANDIDATES}] as ids
       from requests request left join settings_profiles profile on profile.id = request.settings_id
       where request.sub_account_id = $1 and ${IS_WAITING('$3')} and ${senderOf('$4')} = $2
         and (profile.paused_on is null or profile.deleted_on is not null)
       group by request.settings_id order by request.settings_id`,
      [sub_account_id, sender, UNSCHEDULED, from],
    );
    return rows.map(({ ids }) => ids.map(Number));
  }

  /** Makes messages due that wait for a stop. Leaves locked ones: somebody changes them. */
  async makeDue(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
    await queryRows(
      tx,
      `${MAKE_DUE('$2')} from (
         select request.id from requests request where request.id = any ($1::bigint[]) and ${IS_WAITING('$3')}
         for update skip locked
       ) as waiting
       where request.id = waiting.id`,
      [ids, at, UNSCHEDULED],
    );
  }

  /**
   * Makes messages due that wait although no stop of their sender stands: it has ended, or their settings name another sender now. Of
   * all sub accounts or of one. Returns their tenants, one for each message.
   */
  async release(tx: Tx, subAccountId: number | null, from: string, at: Date): Promise<Tenant[]> {
    return queryRows<Tenant>(
      tx,
      `${MAKE_DUE('$2')} from (
         select freed.id from lanes lane cross join lateral (
           select request.id from requests request left join settings_profiles profile on profile.id = request.settings_id
           where request.sub_account_id = lane.sub_account_id and ${IS_WAITING('$3')} and not exists (
             select from sending_stops stop
             where stop.sub_account_id = request.sub_account_id and stop.sender = ${senderOf('$4')} and stop.ended_on is null)
           limit ${MAX_RELEASED} for update of request skip locked
         ) as freed
         where lane.type = 'email' and ($1::bigint is null or lane.sub_account_id = $1)
         limit ${MAX_RELEASED}
       ) as waiting
       where request.id = waiting.id returning request.account_id, request.sub_account_id`,
      [subAccountId, at, UNSCHEDULED, from],
    );
  }

  /** Returns how many senders are stopped for each reason, also those for which there are none. */
  async countByCode(): Promise<{ code: string; count: number }[]> {
    return this.database.queryWithin(
      'background',
      `select code, count(stop.sender)::int as count from unnest($1::text[]) as code
       left join (select * from sending_stops where ended_on is null) as stop using (code) group by code`,
      [OPERATOR_CODES],
    );
  }

  /** Deletes stops that ended long ago, those for which no message waits any more, and those of deleted sub accounts. */
  @Chore({ name: 'old_sending_stops', everyMs: 600_000, per: 'service' })
  async purge(): Promise<void> {
    await this.database.queryWithin(
      'background',
      `delete from sending_stops stop
       where stop.ended_on < now() - ${KEPT_ENDED}
         or (stop.ended_on is null and stop.failed_on < now() - ${FORGOTTEN} and not exists (
           select from requests r where r.sub_account_id = stop.sub_account_id and r.type = 'email' and r.due_at is not null
             and r.status = 'pending' and r.error_code = any ($1)))
         or exists (select from businesses where businesses.sub_account_id = stop.sub_account_id and deleted)`,
      [OPERATOR_CODES],
    );
  }
}

const MAKE_DUE = (at: string): string => `
  update requests request
  set due_at = ${at}, send_at = ${at}, version = request.version + 1, updated_on = clock_timestamp()`;

const IS_WAITING = (unscheduled: string): string =>
  `request.type = 'email' and request.due_at = ${unscheduled} and request.status = 'pending'`;

function stopOf(row: StopRow): SendingStop {
  return { ...row, refused: row.refused.map(Number) };
}

function valuesOf(stop: SendingStop): unknown[] {
  const { code, msg, stopped_on, failed_on, next_try_on, tries, probe, refused, ended_on, failures } = stop;
  return [code, msg, stopped_on, failed_on, next_try_on, tries, probe, refused, ended_on, failures];
}
