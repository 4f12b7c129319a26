import { Injectable } from '@nestjs/common';
import { MAX_IDS, type Tenant, tenantOf } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Any, IsNull } from 'typeorm';
import { ReportsEnv } from '../reports.env';
import type { AccountZoneEntity } from './account-zone.entity';
import { SubAccountEntity } from './sub-account.entity';
import { canonicalTimezone } from './timezone';

/** Days are counted again a day after their first change, at an hour that depends on the id, so that not all are at once. */
const NEXT_RECOUNT = "now() + interval '1 day' + make_interval(mins => (sub_account_id % 720)::int)";

/** The zones of a sub account. `timezone` is the one that it or its account chose. */
export type Zones = Tenant & Pick<SubAccountEntity, 'timezone' | 'counted_timezone'>;

/** The zone that an account chose, as of a version of the account. */
export type AccountZone = Readonly<AccountZoneEntity>;

export interface ReportSettings {
  /** Null if the sub account chose none. */
  timezone: string | null;
  /** The zone of the account, or that of the installation. */
  default_timezone: string;
}

interface SeenSubAccount extends Zones {
  rev: number;
}

const ZONE_OF_ACCOUNT =
  '(select account.timezone from account_zones account where account.account_id = sub_accounts.account_id)';
const ZONES = `account_id, sub_account_id, coalesce(timezone, ${ZONE_OF_ACCOUNT}) as timezone, counted_timezone`;
const IS_DUE = `sub_account_id = $1
  and (recount_due_at <= now() or counted_timezone <> coalesce(timezone, ${ZONE_OF_ACCOUNT}, $2))`;

/** The sub accounts, whose rows are the locks under which their projections change. */
@Injectable()
export class SubAccountsRepository {
  /** The zone of the accounts that chose none. */
  readonly defaultTimezone: string;

  constructor(
    private readonly database: Database,
    env: ReportsEnv,
  ) {
    this.defaultTimezone = canonicalTimezone(env.REPORT_TIMEZONE);
  }

  /**
   * Locks the sub accounts until the end of the transaction, in the order of their ids, and raises their `rev`, so that cached
   * reports are dropped. A sub account that is not known yet is added with the zone of its account. It is
   * not `confirmed` if a snapshot told of it. Schedules the next recount of the days.
   */
  async lock(tx: Tx, owners: readonly Tenant[], confirmed = true): Promise<void> {
    await queryRows(
      tx,
      `insert into sub_accounts (sub_account_id, account_id, counted_timezone, recount_due_at, confirmed)
       select distinct on (sub_account_id) sub_account_id, account_id, coalesce(zone.timezone, $2), ${NEXT_RECOUNT}, $3
       from json_to_recordset($1::json) as given (sub_account_id bigint, account_id bigint)
         left join account_zones zone using (account_id)
       order by sub_account_id
       on conflict (sub_account_id) do update set rev = sub_accounts.rev + 1,
         recount_due_at = coalesce(sub_accounts.recount_due_at, excluded.recount_due_at)`,
      [JSON.stringify(owners.map(tenantOf)), this.defaultTimezone, confirmed],
    );
  }

  /** Returns at most {@link MAX_IDS} of these sub accounts, or of all of the account for null, that are not confirmed. */
  async unconfirmed(accountId: number, ids: readonly number[] | null): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select sub_account_id as id from sub_accounts
       where account_id = $1 and ($2::bigint[] is null or sub_account_id = any ($2)) and not confirmed
       order by sub_account_id limit $3`,
      [accountId, ids, MAX_IDS],
    );
    return rows.map(({ id }) => id);
  }

  /** Confirms the sub accounts, and closes those of them that do not exist. */
  async confirm(accountId: number, ids: readonly number[], unknown: readonly number[]): Promise<void> {
    await this.database.query(
      `update sub_accounts set confirmed = true, rev = rev + 1,
         closed_on = case when sub_account_id = any ($3) then coalesce(closed_on, now()) else closed_on end
       where account_id = $1 and sub_account_id = any ($2) and not confirmed`,
      [accountId, ids, unknown],
    );
  }

  /** Returns all sub accounts. */
  async all(tx: Tx): Promise<Tenant[]> {
    return queryRows(tx, 'select account_id, sub_account_id from sub_accounts');
  }

  /** Returns the zone that the sub account chose, null without one, and the one that holds then. */
  async timezones({ account_id, sub_account_id }: Tenant): Promise<ReportSettings> {
    const [row] = await this.database.query<ReportSettings>(
      `select (select timezone from sub_accounts where account_id = $1 and sub_account_id = $2) as timezone,
         coalesce((select timezone from account_zones where account_id = $1), $3) as default_timezone`,
      [account_id, sub_account_id, this.defaultTimezone],
    );
    return row!;
  }

  /** Stores the zone of an account, null for none, unless a newer one is stored. Its sub accounts are then due to be counted again. */
  async saveAccountZone(tx: Tx, { account_id, version, timezone }: AccountZone): Promise<void> {
    await queryRows(
      tx,
      `insert into account_zones (account_id, timezone, version) values ($1, $2, $3)
       on conflict (account_id) do update set timezone = excluded.timezone, version = excluded.version
         where account_zones.version < excluded.version`,
      [account_id, timezone, version],
    );
  }

  /** Sets the zone that the sub account chose, and returns its zones. The caller holds its row. */
  async setTimezone(tx: Tx, { account_id, sub_account_id }: Tenant, timezone: string | null): Promise<Zones> {
    const [row] = await queryRows<Zones>(
      tx,
      `update sub_accounts set timezone = $3 where account_id = $1 and sub_account_id = $2
       returning ${ZONES}`,
      [account_id, sub_account_id, timezone],
    );
    return row!;
  }

  /** Returns true if Postgres knows the zone. Its list may lack a zone that Node knows. */
  async knowsTimezone(timezone: string): Promise<boolean> {
    // Postgres reads the files of all zones for this, so a busy machine needs longer than for a question.
    const rows = await this.database.queryWithin(
      'request',
      'select 1 from pg_timezone_names where lower(name) = lower($1) limit 1',
      [timezone],
    );
    return rows.length > 0;
  }

  /** Returns the ids of the sub accounts whose days are to be counted again, the longest due first. */
  async due(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select sub_account_id as id from sub_accounts
       where recount_due_at <= now() or counted_timezone <> coalesce(timezone, ${ZONE_OF_ACCOUNT}, $1)
       order by recount_due_at`,
      [this.defaultTimezone],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Returns the sub account if its days are to be counted again, without locking its row. Returns null otherwise, and if another
   * replica has begun to count them.
   */
  async beginRecount(tx: Tx, id: number): Promise<SeenSubAccount | null> {
    const [row] = await queryRows<SeenSubAccount & { first: boolean }>(
      tx,
      `select ${ZONES}, rev, pg_try_advisory_xact_lock(hashtextextended('recount:' || sub_account_id, 0)) as first
       from sub_accounts where ${IS_DUE}`,
      [id, this.defaultTimezone],
    );
    return row?.first ? row : null;
  }

  /** Locks the sub account and notes that its days were right. If they have changed since, they are due again later. */
  async endRecount(tx: Tx, { sub_account_id, rev }: SeenSubAccount): Promise<void> {
    await queryRows(
      tx,
      `update sub_accounts set recount_due_at = case when rev <> $2 then ${NEXT_RECOUNT} end where sub_account_id = $1`,
      [sub_account_id, rev],
    );
  }

  /** Locks the sub account until the end of the transaction if its days are still to be counted again. Returns null otherwise. */
  async claim(tx: Tx, id: number): Promise<Zones | null> {
    const [row] = await queryRows<Zones>(tx, `select ${ZONES} from sub_accounts where ${IS_DUE} for update`, [
      id,
      this.defaultTimezone,
    ]);
    return row ?? null;
  }

  /** Notes the zone in which the days are being counted. The caller holds the row. */
  async noteRecount(tx: Tx, { sub_account_id }: Tenant, countedTimezone: string): Promise<void> {
    await tx.update(
      SubAccountEntity,
      { sub_account_id },
      { counted_timezone: countedTimezone, recount_due_at: null, rev: () => 'rev + 1' },
    );
  }

  /** Makes the days of the sub accounts due to be counted again. The caller holds their rows. */
  async makeDue(tx: Tx, owners: readonly Tenant[]): Promise<void> {
    const ids = owners.map(({ sub_account_id }) => sub_account_id);
    await tx.update(SubAccountEntity, { sub_account_id: Any(ids) }, { recount_due_at: () => 'now()' });
  }

  /** Notes that the sub account was deleted. The caller holds its row. */
  async close(tx: Tx, { sub_account_id }: Tenant): Promise<void> {
    await tx.update(SubAccountEntity, { sub_account_id, closed_on: IsNull() }, { closed_on: () => 'now()' });
  }
}
