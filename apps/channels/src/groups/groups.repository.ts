import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';

/** Id and name of a property. */
export interface Group {
  id: number;
  name: string;
}

const OWNED = 'account_id = $1 and sub_account_id = $2';

@Injectable()
export class GroupsRepository {
  /**
   * Locks the names of the sub account until the transaction ends, so that concurrent requests neither take the same name nor
   * exceed the maximum together.
   */
  async lockNames(tx: Tx, { sub_account_id }: Tenant): Promise<void> {
    await queryRows(tx, "select pg_advisory_xact_lock(hashtextextended('groups of ' || $1, 0))", [
      sub_account_id,
    ]);
  }

  async count(tx: Tx, tenant: Tenant): Promise<number> {
    const sql = `select count(*)::int as count from channel_groups where ${OWNED}`;
    const [row] = await queryRows<{ count: number }>(tx, sql, idsOf(tenant));
    return row?.count ?? 0;
  }

  /** Returns the id of the property with this name in any case, or null. */
  async findNamed(tx: Tx, tenant: Tenant, name: string): Promise<number | null> {
    const sql = `select id from channel_groups where ${OWNED} and lower(name) = lower($3)`;
    const [row] = await queryRows<{ id: number }>(tx, sql, [...idsOf(tenant), name]);
    return row?.id ?? null;
  }

  async insert(tx: Tx, tenant: Tenant, name: string): Promise<number> {
    const [added] = await queryRows<{ id: number }>(
      tx,
      'insert into channel_groups (account_id, sub_account_id, name) values ($1, $2, $3) returning id',
      [...idsOf(tenant), name],
    );
    return (added as { id: number }).id;
  }

  /**
   * Returns a property that keeps its name, and is not deleted, until the transaction ends. Returns null if the sub account does not
   * have it. Lock the channel that gets it before.
   */
  async hold(tx: Tx, tenant: Tenant, id: number): Promise<Group | null> {
    const sql = `select id, name from channel_groups where ${OWNED} and id = $3 for share`;
    const [group] = await queryRows<Group>(tx, sql, [...idsOf(tenant), id]);
    return group ?? null;
  }

  /** Returns the name of the property, or null if the sub account does not have it. */
  async findName(tx: Tx, tenant: Tenant, id: number): Promise<string | null> {
    const sql = `select name from channel_groups where ${OWNED} and id = $3`;
    const [group] = await queryRows<{ name: string }>(tx, sql, [...idsOf(tenant), id]);
    return group?.name ?? null;
  }

  /** Returns false if the property is deleted. Breaks channel_groups_name_idx if the name is taken. */
  async rename(tx: Tx, id: number, name: string): Promise<boolean> {
    const sql = 'update channel_groups set name = $2 where id = $1 returning 1 as one';
    return (await queryRows(tx, sql, [id, name])).length > 0;
  }

  /** Returns false if the property is deleted already. */
  async delete(tx: Tx, id: number): Promise<boolean> {
    return (
      (await queryRows(tx, 'delete from channel_groups where id = $1 returning 1 as one', [id])).length > 0
    );
  }
}

function idsOf({ account_id, sub_account_id }: Tenant): [number, number] {
  return [account_id, sub_account_id];
}
