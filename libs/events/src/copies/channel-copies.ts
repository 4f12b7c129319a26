import {
  type ChannelPayload,
  type ChannelSnapshotPayload,
  type DomainEvent,
  parseWireDate,
  type SnapshotRange,
  type Tenant,
} from '@plaudit/contracts';
import { type EntityClass, entityColumns, entityTable, queryRows, type Tx } from '@plaudit/database';
import type { CopiesChannels } from './channel-copies.controller';

/** A copy that was written. */
export interface ChangedCopy extends Tenant {
  id: number;
  deleted: boolean;
}

/** A copy as it is stored, with the columns that the service keeps. */
export interface ChannelCopyRow extends ChangedCopy {
  version: number;
}

type State<Field extends keyof ChannelPayload> = Pick<ChannelPayload, Field>;
const CHANGED = 'id, account_id, sub_account_id, deleted';

type Origin = Omit<ChannelCopyRow, 'id'>;

/**
 * The copies of channels that a service keeps: the columns of its entity, filled from the events of the channels service. A state
 * that is older than the stored one is ignored. The statements write the rows in the order of their ids, so that two transactions
 * never deadlock.
 */
export abstract class ChannelCopies<Field extends keyof ChannelPayload> implements CopiesChannels<
  Field,
  Field
> {
  private readonly table: string;
  private readonly names: string;
  private readonly given: string;
  private readonly upsert: string;
  private readonly differs: string;

  /** `fields` are those of an event that the entity has as columns: `id`, and `group` as `group_id`. */
  protected constructor(
    entity: EntityClass,
    private readonly fields: readonly Field[],
  ) {
    const table = entityTable(entity);
    const columns = new Map(Object.entries(entityColumns<Record<string, unknown>>(entity)));
    const names = [...fields.map(columnOf), 'account_id', 'sub_account_id', 'version', 'deleted'];
    const listed = (prefix: string): string => names.map((name) => `${prefix}.${name}`).join(', ');
    this.table = table;
    this.names = names.join(', ');
    this.given = `select * from json_to_recordset($1::json) as given (${names
      .map((name) => `${name} ${columns.get(name)!.type}`)
      .join(', ')})`;
    this.upsert = `
      insert into ${table} (${this.names}) select ${this.names} from given order by id
      on conflict (id) do update set (${this.names}) = row (${listed('excluded')}), applied_on = now()
      where ${table}.version < excluded.version`;
    this.differs = `${table}.version = excluded.version and (${listed(table)}) is distinct from (${listed('excluded')})`;
  }

  async save(tx: Tx, events: readonly DomainEvent<State<Field>>[]): Promise<void> {
    await this.store(tx, this.rowsOf(events, false));
  }

  async delete(tx: Tx, events: readonly DomainEvent<State<Field>>[]): Promise<void> {
    await this.store(tx, this.rowsOf(events, true));
  }

  /**
   * Makes the copies in the page's range equal to the page, except for those with a newer version. The page lists channels that
   * exist and deleted ones; an owner of an older release lists no deleted ones. Marks a channel as deleted that is in neither list
   * and that no event has changed since the snapshot began.
   */
  async applySnapshot(tx: Tx, page: ChannelSnapshotPayload): Promise<void> {
    const { records, deleted = [] } = page;
    const rows = [
      ...records.map((record) => this.rowOf(record, { ...record, deleted: false })),
      ...deleted.map((record) => this.rowOf(record, { ...record, deleted: true })),
    ];
    await this.store(tx, rows, page);
  }

  /** Stores the copies, and those of a page's range. Returns the ones that changed. A service that acts on changes extends it. */
  protected async store(
    tx: Tx,
    rows: readonly ChannelCopyRow[],
    range?: SnapshotRange,
  ): Promise<ChangedCopy[]> {
    const json = JSON.stringify(rows);
    if (!range)
      return queryRows<ChangedCopy>(tx, `with given as (${this.given}) ${this.upsert} returning ${CHANGED}`, [
        json,
      ]);
    return queryRows<ChangedCopy>(
      tx,
      `with given as (${this.given}), gone as (
         update ${this.table} set deleted = true, applied_on = now()
         where id > $2 and ($3::bigint is null or id <= $3) and not deleted and applied_on < $4
           and not exists (select from given where given.id = ${this.table}.id)
         returning ${CHANGED}
       ), saved as (${this.upsert} or ${this.differs} returning ${CHANGED})
       select * from gone union all select * from saved`,
      [json, range.after, range.through, parseWireDate(range.begun_on)],
    );
  }

  /** Returns the columns of a channel's state. */
  protected valuesOf(state: State<Field>): object {
    return Object.fromEntries(this.fields.map((field) => [columnOf(field), state[field]]));
  }

  private rowsOf(events: readonly DomainEvent<State<Field>>[], deleted: boolean): ChannelCopyRow[] {
    return events.map(({ accountid, subaccountid, aggregateversion, data }) =>
      this.rowOf(data, {
        account_id: accountid,
        sub_account_id: subaccountid,
        version: aggregateversion,
        deleted,
      }),
    );
  }

  private rowOf(
    state: State<Field>,
    { account_id, sub_account_id, version, deleted }: Origin,
  ): ChannelCopyRow {
    const origin = { account_id, sub_account_id, version, deleted };
    return { ...this.valuesOf(state), ...origin } as ChannelCopyRow;
  }
}

/** `group` is a word of SQL. */
function columnOf(field: string): string {
  return field === 'group' ? 'group_id' : field;
}
