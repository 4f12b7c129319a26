import { Injectable } from '@nestjs/common';
import { type Tenant, tenantOf } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { MoreThan } from 'typeorm';
import type { Widget } from './widget';
import { WidgetEntity } from './widget.entity';

type NewWidget = Pick<
  Widget,
  'account_id' | 'sub_account_id' | 'key' | 'type' | 'name' | 'active' | 'settings' | 'settings_version'
>;
type WidgetChange = Pick<Widget, 'id' | 'name' | 'active' | 'settings' | 'settings_version'>;
export type WidgetSummary = Pick<
  Widget,
  'id' | 'type' | 'name' | 'active' | 'key' | 'created_on' | 'updated_on' | 'last_seen_on'
>;

const SUMMARY = {
  id: true,
  type: true,
  name: true,
  active: true,
  key: true,
  created_on: true,
  updated_on: true,
  last_seen_on: true,
} as const;

/** SQL that is true while the sub account exists. A widget of a deleted sub account cannot become active. */
const isOpen = (subAccount: string): string =>
  `not exists (select from closed_sub_accounts closed where closed.sub_account_id = ${subAccount})`;

@Injectable()
export class WidgetsRepository {
  constructor(private readonly database: Database) {}

  /** Returns at most `rows` widgets with a greater id than `afterId`, oldest first. */
  list(tenant: Tenant, afterId: number, rows: number): Promise<WidgetSummary[]> {
    return this.database.read((manager) =>
      manager.find(WidgetEntity, {
        select: SUMMARY,
        where: { ...tenantOf(tenant), id: MoreThan(afterId) },
        order: { id: 'ASC' },
        take: rows,
      }),
    );
  }

  /** Returns at most `rows` active widgets with their settings, oldest first. */
  active(tenant: Tenant, rows: number): Promise<Widget[]> {
    return this.database.read((manager) =>
      manager.find(WidgetEntity, {
        where: { ...tenantOf(tenant), active: true },
        order: { id: 'ASC' },
        take: rows,
      }),
    );
  }

  find(tenant: Tenant, id: number): Promise<Widget | null> {
    return this.database.read((manager) => manager.findOneBy(WidgetEntity, { ...tenantOf(tenant), id }));
  }

  /** Finds a widget and locks its row until the transaction ends. */
  lock(tx: Tx, tenant: Tenant, id: number): Promise<Widget | null> {
    return tx.findOne(WidgetEntity, {
      where: { ...tenantOf(tenant), id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * Makes other additions of the account wait until the transaction ends. So two of them cannot both take the last place in
   * the plan. And ids become visible in ascending order, so a client that pages through the list misses no widget.
   */
  async lockAdditions(tx: Tx, accountId: number): Promise<void> {
    await queryRows(tx, "select pg_advisory_xact_lock(hashtextextended('widget-limit', $1))", [accountId]);
  }

  /** Counts the widgets of the whole account. Call it while holding the lock of {@link lockAdditions}. */
  async countForLimit(tx: Tx, accountId: number): Promise<number> {
    const [row] = await queryRows<{ used: number }>(
      tx,
      `select count(*) as used from widgets where account_id = $1 and ${isOpen('widgets.sub_account_id')}`,
      [accountId],
    );
    return row?.used ?? 0;
  }

  async insert(tx: Tx, widget: NewWidget, now: Date): Promise<Widget> {
    const [made] = await queryRows<Widget>(
      tx,
      `insert into widgets (account_id, sub_account_id, key, type, name, active, settings, settings_version, created_on, updated_on)
       values ($1, $2, $3, $4, $5, $6 and ${isOpen('$2')}, $7, $8, $9, $9) returning *`,
      [
        widget.account_id,
        widget.sub_account_id,
        widget.key,
        widget.type,
        widget.name,
        widget.active,
        widget.settings,
        widget.settings_version,
        now,
      ],
    );
    return made as Widget;
  }

  async update(tx: Tx, change: WidgetChange, now: Date): Promise<Widget> {
    const [changed] = await queryRows<Widget>(
      tx,
      `update widgets set name = $2, active = $3 and ${isOpen('widgets.sub_account_id')}, settings = $4, settings_version = $5, updated_on = $6, rev = rev + 1
       where id = $1 returning *`,
      [change.id, change.name, change.active, change.settings, change.settings_version, now],
    );
    return changed as Widget;
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.delete(WidgetEntity, { id });
  }

  /** Records that the sub account was deleted, deactivates its widgets, and returns the widgets that were active. */
  async close(tx: Tx, tenant: Tenant): Promise<Widget[]> {
    await queryRows(
      tx,
      'insert into closed_sub_accounts (sub_account_id) values ($1) on conflict do nothing',
      [tenant.sub_account_id],
    );
    return queryRows<Widget>(
      tx,
      `update widgets set active = false, updated_on = now(), rev = rev + 1
       where account_id = $1 and sub_account_id = $2 and active returning *`,
      [tenant.account_id, tenant.sub_account_id],
    );
  }

  /** Stores the hour in which a page requested the widget. The rev stays, because the widget itself did not change. */
  async markSeen(key: string, hour: Date): Promise<void> {
    await this.database.query(
      'update widgets set last_seen_on = $2 where key = $1 and (last_seen_on is null or last_seen_on < $2)',
      [key, hour],
    );
  }
}
