import { Injectable } from '@nestjs/common';
import { type Tenant, tenantOf } from '@plaudit/contracts';
import { insertedId, queryRows, type Tx } from '@plaudit/database';
import { GroupEntity } from './group.entity';

/** Id and name of a property. */
export interface Group {
  id: number;
  name: string;
}

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

  count(tx: Tx, tenant: Tenant): Promise<number> {
    return tx.countBy(GroupEntity, tenantOf(tenant));
  }

  /** Returns the id of the property with this name in any case, or null. */
  async findNamed(tx: Tx, tenant: Tenant, name: string): Promise<number | null> {
    const [row] = await queryRows<{ id: number }>(
      tx,
      'select id from channel_groups where account_id = $1 and sub_account_id = $2 and lower(name) = lower($3)',
      [tenant.account_id, tenant.sub_account_id, name],
    );
    return row?.id ?? null;
  }

  async insert(tx: Tx, tenant: Tenant, name: string): Promise<number> {
    return insertedId(await tx.insert(GroupEntity, { ...tenantOf(tenant), name }));
  }

  /**
   * Returns a property that keeps its name, and is not deleted, until the transaction ends. Returns null if the sub account does not
   * have it. Lock the channel that gets it before.
   */
  hold(tx: Tx, tenant: Tenant, id: number): Promise<Group | null> {
    return tx.findOne(GroupEntity, {
      select: { id: true, name: true },
      where: { ...tenantOf(tenant), id },
      lock: { mode: 'pessimistic_read' },
    });
  }

  /** Returns the name of the property, or null if the sub account does not have it. */
  async findName(tx: Tx, tenant: Tenant, id: number): Promise<string | null> {
    const group = await tx.findOneBy(GroupEntity, { ...tenantOf(tenant), id });
    return group?.name ?? null;
  }

  /** Returns false if the property is deleted. Breaks channel_groups_name_idx if the name is taken. */
  async rename(tx: Tx, id: number, name: string): Promise<boolean> {
    return (await tx.update(GroupEntity, { id }, { name })).affected === 1;
  }

  /** Returns false if the property is deleted already. */
  async delete(tx: Tx, id: number): Promise<boolean> {
    return (await tx.delete(GroupEntity, { id })).affected === 1;
  }
}
