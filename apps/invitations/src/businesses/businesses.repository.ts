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

const ACCOUNT = ['account_id', 'company_name', 'domain', 'invite', 'invites_month', 'time_zone', 'version'];
const BUSINESS = ['sub_account_id', 'account_id', 'name', 'main', 'version'];
const accountColumns = ACCOUNT.join(', ');
const businessColumns = BUSINESS.join(', ');
const SAVE_ACCOUNT = `on conflict (account_id) do update set (${accountColumns}) = row (${excluded(ACCOUNT)})`;
const SAVE_BUSINESS = `on conflict (sub_account_id) do update
  set (${businessColumns}) = row (${excluded(BUSINESS)}), applied_on = now()`;

/** Copies of the sub accounts and accounts that the gateway owns. */
@Injectable()
export class BusinessesRepository {
  /** Returns the businesses of these sub accounts. Those that are unknown are not in the map. */
  async among(tx: Tx, subAccountIds: readonly number[]): Promise<Map<number, Business>> {
    const rows = await queryRows<Business>(
      tx,
      `select sub_account_id, account_id, case when main then company_name else name end as name, domain, invite,
         invites_month, time_zone, deleted
       from businesses join account_copies using (account_id) where sub_account_id = any ($1::bigint[])`,
      [[...new Set(subAccountIds)]],
    );
    return new Map(rows.map((business) => [business.sub_account_id, business]));
  }

  /** Stores what the event says about the account, unless a newer state is stored. */
  async saveAccount(tx: Tx, { accountid, aggregateversion, data }: AccountEvent): Promise<void> {
    const { company_name, domain = null, invite, limits, time_zone = null } = data;
    await queryRows(
      tx,
      `insert into account_copies (${accountColumns}) values ($1, $2, $3, $4, $5, $6, $7)
       ${SAVE_ACCOUNT} where account_copies.version < excluded.version`,
      [accountid, company_name, domain, invite, limits.invites_month, time_zone, aggregateversion],
    );
  }

  /** Stores the sub account that the event is about, unless a newer state of it is stored. A deleted one stays deleted. */
  async saveOne(
    tx: Tx,
    { accountid, aggregateversion }: AccountEvent,
    { id, name, main }: SubAccountPayload,
  ): Promise<void> {
    await queryRows(
      tx,
      `insert into businesses (${businessColumns}) values ($1, $2, $3, $4, $5)
       ${SAVE_BUSINESS} where businesses.version < excluded.version`,
      [id, accountid, name, main, aggregateversion],
    );
  }

  /** Marks a sub account as deleted. An older event that arrives later does not bring it back. */
  async delete(tx: Tx, { accountid, aggregateversion, data }: DomainEvent<{ id: number }>): Promise<void> {
    await queryRows(
      tx,
      `insert into businesses (${businessColumns}, deleted) values ($1, $2, '', false, $3, true)
       on conflict (sub_account_id) do update set deleted = true, version = excluded.version, applied_on = now()
         where businesses.version < excluded.version`,
      [data.id, accountid, aggregateversion],
    );
  }

  /**
   * Makes the copies in the page's range equal to the page, except for newer ones. Marks a sub account as deleted that the
   * page does not list and that no event has changed since the snapshot began. Accounts come before sub accounts, as in every
   * other transaction.
   */
  async applySnapshot(tx: Tx, page: SnapshotPage<SubAccountRecord>): Promise<void> {
    const { after, through, begun_on, records } = page;
    const given = JSON.stringify(records.map(({ limits, ...record }) => ({ ...record, ...limits })));
    await queryRows(
      tx,
      `with given as (${GIVEN})
       insert into account_copies (${accountColumns})
       select distinct on (account_id) ${accountColumns} from given order by account_id, version desc
       ${SAVE_ACCOUNT} where account_copies.version <= excluded.version`,
      [given],
    );
    await queryRows(
      tx,
      `with given as (${GIVEN}), gone as (
         update businesses set deleted = true, applied_on = now()
         where sub_account_id > $2 and ($3::bigint is null or sub_account_id <= $3) and not deleted and applied_on < $4
           and not exists (select from given where given.id = businesses.sub_account_id)
       )
       insert into businesses (${businessColumns}) select id, account_id, name, main, version from given order by id
       ${SAVE_BUSINESS}, deleted = false
         where businesses.version <= excluded.version
           and (businesses.name, businesses.main, businesses.version, businesses.deleted)
             is distinct from (excluded.name, excluded.main, excluded.version, false)`,
      [given, after, through, parseWireDate(begun_on)],
    );
  }
}

const GIVEN = `select * from json_to_recordset($1::json) as given (id bigint, account_id bigint, name text, main boolean,
  company_name text, domain text, invite boolean, invites_month integer, time_zone text, version bigint)`;

function excluded(columns: readonly string[]): string {
  return columns.map((column) => `excluded.${column}`).join(', ');
}
