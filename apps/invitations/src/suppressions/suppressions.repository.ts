import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { InviteType } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import type { SuppressionReason, SuppressionRecord } from './suppression';
import { SuppressionEntity } from './suppression.entity';

/** A person as messages of one type reach them. */
export interface RecipientKey {
  sub_account_id: number;
  type: InviteType;
  /** SHA-256 of the recipient. */
  recipient_key: Buffer;
}

export interface NewSuppression extends RecipientKey, Tenant {
  recipient: string | null;
  reason: SuppressionReason;
  source_request_id: number | null;
}

/** Returns the entry for the recipient of a message, which is its source. The recipient of an erased message is not known any more. */
export function suppressionOf(message: RequestRow, reason: SuppressionReason): NewSuppression {
  const { account_id, sub_account_id, type, recipient_key, recipient, id } = message;
  return {
    account_id,
    sub_account_id,
    type,
    recipient_key,
    recipient: recipient || null,
    reason,
    source_request_id: id,
  };
}

/** Names a person among others, for maps. */
export function keyOf({ sub_account_id, type, recipient_key }: RecipientKey): string {
  return `${sub_account_id}/${type}/${recipient_key.toString('hex')}`;
}

/** More locks of a few transactions would fill the lock table of the whole server, which has 6,400 entries by default. */
const MAX_PERSON_LOCKS = 64;

/** Returns true if {@link SuppressionsRepository.lock} locks the sub accounts of these people as a whole. */
export function locksSubAccounts(people: readonly RecipientKey[]): boolean {
  return new Set(people.map(keyOf)).size > MAX_PERSON_LOCKS;
}

/** The hour (UTC) in which an entry was added, as its index has it. */
export const HOUR_OF = "date_trunc('hour', created_on at time zone 'UTC')";

/** Returns the people as columns, for `unnest`. */
export function peopleColumns(people: readonly RecipientKey[]): [number[], string[], Buffer[]] {
  return [
    people.map(({ sub_account_id }) => sub_account_id),
    people.map(({ type }) => type),
    people.map(({ recipient_key }) => recipient_key),
  ];
}

/** The mails that count for a fuse. */
interface CountedBounces {
  sub_account_id: number;
  /** The domain of the recipients; null: all. */
  server: string | null;
  counted_from: Date;
  blown_on: Date;
}

/** The people who get no more messages. */
@Injectable()
export class SuppressionsRepository {
  /**
   * Locks these people until the transaction ends, in one order, so that requests to one person are added, sent and stopped one
   * after another. Take it before the rows of requests are locked. Of many people, it locks the whole sub account.
   */
  async lock(tx: Tx, people: readonly RecipientKey[]): Promise<void> {
    const names = [...new Set(people.map(keyOf))];
    if (names.length === 0) return;
    const subAccounts = [...new Set(people.map(({ sub_account_id }) => `invite-people:${sub_account_id}`))];
    if (locksSubAccounts(people)) {
      await queryRows(tx, `select pg_advisory_xact_lock(key) ${keysOf('$1')}`, [subAccounts]);
      return;
    }
    await queryRows(
      tx,
      `select pg_advisory_xact_lock_shared(key) ${keysOf('$1')}
       union all select pg_advisory_xact_lock(key) ${keysOf('$2')}`,
      [subAccounts, names],
    );
  }

  /** Adds a suppression. Returns false if the person was suppressed before; the first reason stays. */
  async add(tx: Tx, added: NewSuppression): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `insert into suppressions (account_id, sub_account_id, type, recipient_key, recipient, reason, source_request_id)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (sub_account_id, type, recipient_key) do nothing returning 1 as one`,
      [
        added.account_id,
        added.sub_account_id,
        added.type,
        added.recipient_key,
        added.recipient,
        added.reason,
        added.source_request_id,
      ],
    );
    return rows.length > 0;
  }

  /** Removes a suppression with one of these reasons. Returns false if there was none. */
  async remove(
    tx: Tx,
    { sub_account_id, type, recipient_key }: RecipientKey,
    reasons: readonly SuppressionReason[],
  ): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `delete from suppressions where sub_account_id = $1 and type = $2 and recipient_key = $3 and reason = any ($4)
       returning 1 as one`,
      [sub_account_id, type, recipient_key, reasons],
    );
    return rows.length > 0;
  }

  /** Removes a suppression with this reason that is at most so old. Returns false if there was none. */
  async removeRecent(
    tx: Tx,
    { sub_account_id, type, recipient_key }: RecipientKey,
    reason: SuppressionReason,
    maxAgeSeconds: number,
  ): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `delete from suppressions where sub_account_id = $1 and type = $2 and recipient_key = $3 and reason = $4
         and created_on >= clock_timestamp() - make_interval(secs => $5) returning 1 as one`,
      [sub_account_id, type, recipient_key, reason, maxAgeSeconds],
    );
    return rows.length > 0;
  }

  /**
   * Removes the people whose mails came back before a fuse was blown, and were counted for it. A report may come days after the mail was
   * sent, and then others came back meanwhile. Returns their number.
   */
  async undoBounces(
    tx: Tx,
    { sub_account_id, server, counted_from, blown_on }: CountedBounces,
  ): Promise<number> {
    const rows = await queryRows(
      tx,
      `delete from suppressions
       where sub_account_id = $1 and type = 'email' and reason = 'bounce' and created_on >= $3
         and created_on < $4::timestamptz + interval '1 minute'
         and ($2::text is null or lower(split_part(recipient, '@', 2)) = $2)
         and exists (
           select from requests r
           where r.id = source_request_id and coalesce(r.sent_on, suppressions.created_on) >= $3)
       returning 1 as one`,
      [sub_account_id, server, counted_from, blown_on],
    );
    return rows.length;
  }

  /** Removes the people who were added for this reason in the hour that begins then. Returns their number. */
  async undoHour(tx: Tx, subAccountId: number, reason: SuppressionReason, hour: Date): Promise<number> {
    const rows = await queryRows(
      tx,
      `delete from suppressions where sub_account_id = $1 and reason = $2 and ${HOUR_OF} = $3::timestamptz at time zone 'UTC'
       returning 1 as one`,
      [subAccountId, reason, hour],
    );
    return rows.length;
  }

  /** Returns why a person is suppressed, and since when. Returns null if the person is not. */
  async find(
    tx: Tx,
    { sub_account_id, type, recipient_key }: RecipientKey,
  ): Promise<{ reason: SuppressionReason; age_seconds: number } | null> {
    const [row] = await queryRows<{ reason: SuppressionReason; age_seconds: number }>(
      tx,
      `select reason, extract(epoch from clock_timestamp() - created_on)::float8 as age_seconds from suppressions
       where sub_account_id = $1 and type = $2 and recipient_key = $3`,
      [sub_account_id, type, recipient_key],
    );
    return row ?? null;
  }

  /** Returns the reasons of those of these people who are suppressed, by {@link keyOf}. */
  async among(tx: Tx, people: readonly RecipientKey[]): Promise<Map<string, SuppressionReason>> {
    if (people.length === 0) return new Map();
    const rows = await queryRows<RecipientKey & { reason: SuppressionReason }>(
      tx,
      `select s.sub_account_id, s.type, s.recipient_key, s.reason
       from unnest($1::bigint[], $2::text[], $3::bytea[]) as person (sub_account_id, type, recipient_key)
       join suppressions s using (sub_account_id, type, recipient_key)`,
      peopleColumns(people),
    );
    return new Map(rows.map((row) => [keyOf(row), row.reason]));
  }

  /** Adds suppressions of distinct people in one statement. Returns how many people were not suppressed before. */
  async addAll(tx: Tx, added: readonly NewSuppression[]): Promise<number> {
    const rows = await queryRows(
      tx,
      `insert into suppressions (sub_account_id, type, recipient_key, account_id, recipient, reason, source_request_id)
       select * from unnest($1::bigint[], $2::text[], $3::bytea[], $4::bigint[], $5::text[], $6::text[], $7::bigint[])
       on conflict (sub_account_id, type, recipient_key) do nothing returning 1 as one`,
      [
        ...peopleColumns(added),
        added.map(({ account_id }) => account_id),
        added.map(({ recipient }) => recipient),
        added.map(({ reason }) => reason),
        added.map(({ source_request_id }) => source_request_id),
      ],
    );
    return rows.length;
  }

  /** Returns the ids of the entries of these people, by {@link keyOf}. */
  async idsOf(tx: Tx, people: readonly RecipientKey[]): Promise<Map<string, number>> {
    const rows = await queryRows<RecipientKey & { id: number }>(
      tx,
      `select s.id, s.sub_account_id, s.type, s.recipient_key
       from unnest($1::bigint[], $2::text[], $3::bytea[]) as person (sub_account_id, type, recipient_key)
       join suppressions s using (sub_account_id, type, recipient_key)`,
      peopleColumns(people),
    );
    return new Map(rows.map((row) => [keyOf(row), row.id]));
  }

  /** Returns the entry of a suppressed person. */
  async get(tx: Tx, { sub_account_id, type, recipient_key }: RecipientKey): Promise<SuppressionRecord> {
    const [row] = await queryRows<SuppressionRecord>(
      tx,
      `select id, type, recipient, reason, source_request_id, created_on from suppressions
       where sub_account_id = $1 and type = $2 and recipient_key = $3`,
      [sub_account_id, type, recipient_key],
    );
    return row as SuppressionRecord;
  }

  /** Locks an entry and returns its reason. Returns null unless the sub account has it. */
  async lockReason(tx: Tx, subAccountId: number, id: number): Promise<SuppressionReason | null> {
    const [row] = await queryRows<{ reason: SuppressionReason }>(
      tx,
      'select reason from suppressions where sub_account_id = $1 and id = $2 for update',
      [subAccountId, id],
    );
    return row?.reason ?? null;
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.delete(SuppressionEntity, { id });
  }
}

/** Returns a `from` of the keys of advisory locks with these names, in the order in which every transaction takes them. */
function keysOf(names: string): string {
  return `from (
    select distinct hashtextextended(name, 15) as key from unnest(${names}::text[]) as name order by key
  ) as keys`;
}
