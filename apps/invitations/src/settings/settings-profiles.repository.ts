import { Injectable } from '@nestjs/common';
import type { AccessReducedPayload, Maker, Tenant } from '@plaudit/contracts';
import { arrayLiteral, queryRows, type Tx } from '@plaudit/database';
import type { ProfileMaker } from './forwarding';
import type { RemovedAddresses } from './removed-addresses';
import type { ResolvedProfile } from './resolved-profile';
import { resolveSettings, type StoredProfile } from './stored-settings';

export type { ResolvedProfile };

/** A profile as it is stored. */
export interface ProfileRow extends StoredProfile, ProfileMaker {
  id: number;
  removed_addresses: RemovedAddresses;
}

/** A profile that was paused just now. */
export interface PausedProfile extends ProfileRow {
  sub_account_id: number;
  maker: Maker;
  paused_on: Date;
  deleted_on: Date | null;
}

const COLUMNS = `id, name, is_default, settings, maker, paused_on, removed_addresses,
  (select time_zone from account_copies account where account.account_id = settings_profiles.account_id) as account_zone`;
const LIVE = 'sub_account_id = $1 and deleted_on is null';
const DEFAULT_NAME = 'Default';

/** Holds every statement about the table `settings_profiles`. */
@Injectable()
export class SettingsProfilesRepository {
  /** Returns these profiles by id, also deleted ones. */
  async resolved(tx: Tx, ids: readonly number[]): Promise<Map<number, ResolvedProfile>> {
    const rows = await queryRows<ProfileRow & { deleted: boolean }>(
      tx,
      `select ${COLUMNS}, deleted_on is not null as deleted from settings_profiles where id = any ($1::bigint[])`,
      [[...new Set(ids)]],
    );
    return new Map(rows.map((row) => [row.id, profileOf(row, row.deleted)]));
  }

  /** Returns the sub account's default profile. Creates it if the sub account has no profile. */
  async findOrCreateDefault(tx: Tx, tenant: Tenant): Promise<ResolvedProfile> {
    const found = await this.findDefault(tx, tenant);
    if (found) return profileOf(found);
    await this.lock(tx, tenant);
    const meanwhile = await this.findDefault(tx, tenant);
    const made = { name: DEFAULT_NAME, is_default: true, settings: {} };
    return profileOf(meanwhile ?? (await this.insert(tx, tenant, made, null)));
  }

  /** Returns a profile that is not deleted; null unless the sub account has it. */
  async find(tx: Tx, tenant: Tenant, id: number): Promise<ResolvedProfile | null> {
    const row = await this.findRow(tx, tenant, id);
    return row && profileOf(row);
  }

  /** Returns the profiles that are not deleted, in the order of their ids. */
  async list(tx: Tx, { sub_account_id }: Tenant): Promise<ResolvedProfile[]> {
    const rows = await queryRows<ProfileRow>(
      tx,
      `select ${COLUMNS} from settings_profiles where ${LIVE} order by id`,
      [sub_account_id],
    );
    return rows.map((row) => profileOf(row));
  }

  /** Makes changes of the sub account's profiles run one after another until the transaction ends. */
  async lock(tx: Tx, { sub_account_id }: Tenant): Promise<void> {
    await queryRows(tx, "select pg_advisory_xact_lock(hashtextextended('invite settings of ' || $1, 0))", [
      sub_account_id,
    ]);
  }

  async count(tx: Tx, { sub_account_id }: Tenant): Promise<number> {
    const [row] = await queryRows<{ count: number }>(
      tx,
      `select count(*)::integer as count from settings_profiles where ${LIVE}`,
      [sub_account_id],
    );
    return row?.count ?? 0;
  }

  /** Returns a profile as it is stored; null unless the sub account has it. */
  async findRow(tx: Tx, { sub_account_id }: Tenant, id: number): Promise<ProfileRow | null> {
    const [row] = await queryRows<ProfileRow>(
      tx,
      `select ${COLUMNS} from settings_profiles where ${LIVE} and id = $2`,
      [sub_account_id, id],
    );
    return row ?? null;
  }

  /** Returns the id of another profile with this name in any case; null if there is none. */
  async findNamed(
    tx: Tx,
    { sub_account_id }: Tenant,
    name: string,
    exceptId: number | null,
  ): Promise<number | null> {
    const [row] = await queryRows<{ id: number }>(
      tx,
      `select id from settings_profiles where ${LIVE} and lower(name) = lower($2) and id is distinct from $3::bigint`,
      [sub_account_id, name, exceptId],
    );
    return row?.id ?? null;
  }

  /** The caller holds the lock, and another default has stopped being it. */
  async insert(
    tx: Tx,
    tenant: Tenant,
    { name, is_default, settings }: StoredProfile,
    maker: Maker | null,
  ): Promise<ProfileRow> {
    const [row] = await queryRows<ProfileRow>(
      tx,
      `insert into settings_profiles (account_id, sub_account_id, name, is_default, settings, maker)
       values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
      [tenant.account_id, tenant.sub_account_id, name, is_default, JSON.stringify(settings), maker],
    );
    return row as ProfileRow;
  }

  /** The caller holds the lock, and another default has stopped being it. */
  async update(
    tx: Tx,
    id: number,
    { name, is_default, settings, maker, paused_on, removed_addresses: removed }: Omit<ProfileRow, 'id'>,
  ): Promise<void> {
    await queryRows(
      tx,
      `update settings_profiles set name = $2, is_default = $3, settings = $4, maker = $5, paused_on = $6,
         removed_addresses = $7, updated_on = clock_timestamp()
       where id = $1`,
      [id, name, is_default, JSON.stringify(settings), maker, paused_on, removed],
    );
  }

  /** Pauses the profiles, also deleted ones, of a maker that may no longer read their sub accounts, and returns them. */
  async pauseMadeBy(
    tx: Tx,
    accountId: number,
    { maker_type: type, maker_id: id, removed, sub_accounts }: AccessReducedPayload,
  ): Promise<PausedProfile[]> {
    return queryRows<PausedProfile>(
      tx,
      `update settings_profiles set paused_on = clock_timestamp()
       where account_id = $1 and maker @> $2::jsonb and paused_on is null and ($3 or sub_account_id <> all ($4::bigint[]))
       returning ${COLUMNS}, sub_account_id, deleted_on`,
      [accountId, JSON.stringify({ type, id }), removed, arrayLiteral(sub_accounts)],
    );
  }

  /** Makes no profile the default. */
  async clearDefault(tx: Tx, { sub_account_id }: Tenant): Promise<void> {
    await queryRows(
      tx,
      `update settings_profiles set is_default = false, updated_on = clock_timestamp() where ${LIVE} and is_default`,
      [sub_account_id],
    );
  }

  /** Marks a profile as deleted. Pending requests still read it. */
  async delete(tx: Tx, id: number): Promise<void> {
    await queryRows(
      tx,
      `update settings_profiles set deleted_on = clock_timestamp(), updated_on = clock_timestamp() where id = $1`,
      [id],
    );
  }

  private async findDefault(tx: Tx, { sub_account_id }: Tenant): Promise<ProfileRow | null> {
    const [row] = await queryRows<ProfileRow>(
      tx,
      `select ${COLUMNS} from settings_profiles where ${LIVE} and is_default`,
      [sub_account_id],
    );
    return row ?? null;
  }
}

function profileOf(row: ProfileRow, deleted = false): ResolvedProfile {
  const { id, name, is_default, maker, paused_on, removed_addresses } = row;
  const settings = resolveSettings(row);
  return { id, name, is_default, deleted, maker, paused_on, removed_addresses, settings };
}
