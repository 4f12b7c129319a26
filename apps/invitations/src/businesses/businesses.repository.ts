import { Injectable } from '@nestjs/common';
import {
  type DomainEvent,
  parseWireDate,
  type SnapshotPage,
  type SubAccountPayload,
  type SubAccountRecord,
} from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { AccountEvent, Business } from './business';

/** The columns that all businesses of an account have in common. */
const SHARED = ['company_name', 'website', 'domain', 'invite', 'invites_month'];
const shared = SHARED.join(', ');
const COLUMNS = `sub_account_id, account_id, name, main, name_version, ${shared}, version`;
/** `version` guards the shared columns. `name_version` guards those of the sub account itself, which fewer events carry. */
const SAVE_NAME = `on conflict (sub_account_id) do update
  set name = excluded.name, main = excluded.main, name_version = excluded.name_version, applied_on = now()`;

/** Copies of the sub accounts and accounts that the gateway owns. */
@Injectable()
export class BusinessesRepository {
  /** Returns the businesses of these sub accounts. Those that are unknown or deleted are not in the map. */
  async among(tx: Tx, subAccountIds: readonly number[]): Promise<Map<number, Business>> {
    const rows = await queryRows<Business>(
      tx,
      `select sub_account_id, account_id, case when main then company_name else name end as name, domain, invite,
         invites_month
       from businesses where sub_account_id = any ($1::bigint[]) and not deleted`,
      [[...new Set(subAccountIds)]],
    );
    return new Map(rows.map((business) => [business.sub_account_id, business]));
  }

  /** Makes changes of these accounts run one after another until the transaction ends. */
  async lock(tx: Tx, accountIds: readonly number[]): Promise<void> {
    await queryRows(
      tx,
      `select pg_advisory_xact_lock(key) from (
         select distinct hashtextextended('businesses of ' || id, 0) as key from unnest($1::bigint[]) as id order by key
       ) as keys`,
      [accountIds],
    );
  }

  /** Stores the sub account that the event is about, unless a newer state of it is stored. A deleted one stays deleted. */
  async saveOne(tx: Tx, event: AccountEvent, { id, name, main }: SubAccountPayload): Promise<void> {
    const { accountid, aggregateversion } = event;
    await queryRows(
      tx,
      `insert into businesses (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $5)
       ${SAVE_NAME} where businesses.name_version < excluded.name_version`,
      [id, accountid, name, main, aggregateversion, ...sharedOf(event)],
    );
  }

  /** Stores what all businesses of the account have in common, except in those with a newer state. */
  async saveShared(tx: Tx, event: AccountEvent): Promise<void> {
    await queryRows(
      tx,
      `update businesses set (${shared}) = row ($3, $4, $5, $6::boolean, $7::integer), version = $2, applied_on = now()
       where account_id = $1 and version < $2`,
      [event.accountid, event.aggregateversion, ...sharedOf(event)],
    );
  }

  /** Gives the businesses of these accounts what the one with the newest event of its account knows. */
  async align(tx: Tx, accountIds: readonly number[]): Promise<void> {
    await queryRows(
      tx,
      `update businesses set (${shared}) = row (${SHARED.map((column) => `newest.${column}`).join(', ')}),
         version = newest.version, applied_on = now()
       from (
         select distinct on (account_id) account_id, version, ${shared} from businesses
         where account_id = any ($1::bigint[]) order by account_id, version desc
       ) as newest
       where businesses.account_id = newest.account_id and businesses.version < newest.version`,
      [accountIds],
    );
  }

  /** Marks a sub account as deleted. An older event that arrives later does not bring it back. */
  async delete(tx: Tx, { accountid, aggregateversion, data }: DomainEvent<{ id: number }>): Promise<void> {
    await queryRows(
      tx,
      `insert into businesses (sub_account_id, account_id, name, main, name_version, company_name, version, deleted)
       values ($1, $2, '', false, $3, '', 0, true)
       on conflict (sub_account_id) do update
         set deleted = true, name_version = excluded.name_version, applied_on = now()
         where businesses.name_version < excluded.name_version`,
      [data.id, accountid, aggregateversion],
    );
  }

  /**
   * Makes the copies in the page's range equal to the page, except for newer ones. Marks a sub account as deleted that the
   * page does not list and that no event has changed since the snapshot began.
   */
  async applySnapshot(tx: Tx, page: SnapshotPage<SubAccountRecord>): Promise<void> {
    const { after, through, begun_on, records } = page;
    const given = JSON.stringify(records.map(({ limits, ...record }) => ({ ...record, ...limits })));
    await queryRows(
      tx,
      `with given as (${GIVEN}), gone as (
         update businesses set deleted = true, applied_on = now()
         where sub_account_id > $2 and ($3::bigint is null or sub_account_id <= $3) and not deleted and applied_on < $4
           and not exists (select from given where given.id = businesses.sub_account_id)
       )
       insert into businesses (${COLUMNS})
       select id, account_id, name, main, version, ${shared}, version from given order by id
       ${SAVE_NAME}, deleted = false
         where businesses.name_version <= excluded.name_version
           and (businesses.name, businesses.main, businesses.name_version, businesses.deleted)
             is distinct from (excluded.name, excluded.main, excluded.name_version, false)`,
      [given, after, through, parseWireDate(begun_on)],
    );
    await queryRows(
      tx,
      `with given as (${GIVEN})
       update businesses set (${shared}) = row (${SHARED.map((column) => `given.${column}`).join(', ')}),
         version = given.version, applied_on = now()
       from given where businesses.sub_account_id = given.id and businesses.version <= given.version
         and (${SHARED.map((column) => `businesses.${column}`).join(', ')}, businesses.version)
           is distinct from (${SHARED.map((column) => `given.${column}`).join(', ')}, given.version)`,
      [given],
    );
  }
}

const GIVEN = `select * from json_to_recordset($1::json) as given (id bigint, account_id bigint, name text, main boolean,
  company_name text, website text, domain text, invite boolean, invites_month integer, version bigint)`;

function sharedOf({ data }: AccountEvent): unknown[] {
  const { company_name, website, domain = null, invite, limits } = data;
  return [company_name, website, domain, invite, limits.invites_month];
}
