import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { InviteType } from '../requests/request';
import type { RecipientKey } from '../suppressions/suppressions.repository';

/** When a person was sent messages, and whether one waits. */
export interface Contact {
  type: InviteType;
  recipient_key: Buffer;
  first_sent_on: Date | null;
  sent_on: Date | null;
  waiting: boolean;
}

/** Finds what decides whether requests may be added. */
@Injectable()
export class AdditionFactsRepository {
  /** Locks these references until the transaction ends, so that nobody else adds a request with one of them. */
  async lockReferences(tx: Tx, { sub_account_id }: Tenant, references: readonly string[]): Promise<void> {
    if (references.length === 0) return;
    await queryRows(
      tx,
      `select pg_advisory_xact_lock(key) from (
         select distinct hashtextextended(name, 0) as key from unnest($1::text[]) as name order by key
       ) as keys`,
      [references.map((reference) => `invite-reference:${sub_account_id}:${reference}`)],
    );
  }

  /** Returns the ids of the stored requests with these references. */
  async references(
    tx: Tx,
    { sub_account_id }: Tenant,
    references: readonly string[],
  ): Promise<Map<string, number>> {
    if (references.length === 0) return new Map();
    const rows = await queryRows<{ id: number; reference: string }>(
      tx,
      `select id, reference from requests
       where sub_account_id = $1 and reference = any ($2::text[]) and deleted_on is null`,
      [sub_account_id, references],
    );
    return new Map(rows.map(({ id, reference }) => [reference, id]));
  }

  /** Returns the ids of those of the settings profiles that the sub account has. */
  async profileIds(tx: Tx, { sub_account_id }: Tenant, ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await queryRows<{ id: number }>(
      tx,
      `select id from settings_profiles where sub_account_id = $1 and id = any ($2::bigint[]) and deleted_on is null`,
      [sub_account_id, ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the contacts with those of these people who have a request. Each person is looked up in the index. */
  async contacts(tx: Tx, people: readonly RecipientKey[]): Promise<Contact[]> {
    return queryRows<Contact>(
      tx,
      `select person.type, person.recipient_key, contact.*
       from unnest($1::bigint[], $2::text[], $3::bytea[]) as person (sub_account_id, type, recipient_key), lateral (
         select max(sent_on) filter (where step = 0) as first_sent_on, max(sent_on) as sent_on,
           coalesce(bool_or(step = 0 and status in ('pending', 'sending') and deleted_on is null), false) as waiting
         from requests request
         where request.sub_account_id = person.sub_account_id and request.type = person.type
           and request.recipient_key = person.recipient_key
         having count(*) > 0
       ) contact`,
      [
        people.map(({ sub_account_id }) => sub_account_id),
        people.map(({ type }) => type),
        people.map(({ recipient_key }) => recipient_key),
      ],
    );
  }
}
