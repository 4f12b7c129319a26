import type { InsertResult } from 'typeorm';
import type { EntityClass } from './data-source';
import { entityColumns, entityTable } from './entity-columns';

type Row = Readonly<Record<string, unknown>>;

/** The beginning of a statement, to which its caller adds conditions and `returning`, and its parameter `$1`. */
export interface EntityStatement {
  sql: string;
  json: string;
}

/** Which columns of the row with this id change. */
export interface RowChange {
  id: number;
  change: Row;
}

/** Returns the id that Postgres gave to an inserted row. */
export function insertedId({ identifiers }: InsertResult): number {
  return (identifiers[0] as { id: number }).id;
}

/**
 * Returns an insert of rows in their order: `insert into … select … `. It names only the columns that at least one row has,
 * because Postgres spends time on every column that it reads from JSON. A column that only some of the rows have gets its default in
 * the others. There is at least one row.
 */
export function insertRows(entity: EntityClass, rows: readonly object[]): EntityStatement {
  const given = rows.map(asJson);
  const counts = valuesOfColumns(given);
  const columns = Object.entries(entityColumns<Record<string, unknown>>(entity)).filter(([name]) =>
    counts.has(name),
  );
  const values = columns.map(([name, { default: byDefault }]) =>
    byDefault !== null && counts.get(name) !== given.length ? `coalesce(${name}, ${byDefault})` : name,
  );
  const record = columns.map(([name, { type }]) => `${name} ${type}`);
  return {
    sql: `insert into ${entityTable(entity)} (${columns.map(([name]) => name).join(', ')})
      select ${values.join(', ')} from rows from (json_to_recordset($1::json) as (${record.join(', ')}))
        with ordinality as given order by ordinality`,
    json: JSON.stringify(given),
  };
}

/**
 * Returns an update of the rows with these ids: `update … where …`. Each sets the columns that its change names, and all of them what
 * `also` says in SQL. `alias` is the name of the table in it. There is at least one change.
 */
export function updateRows(
  entity: EntityClass,
  alias: string,
  changes: readonly RowChange[],
  also: readonly string[],
): EntityStatement {
  const given = changes.map(({ id, change }) => ({ row_id: id, change: asJson(change) }));
  const columns = [...new Set(given.flatMap(({ change }) => Object.keys(change)))];
  const sets = columns.map(
    (column) =>
      `${column} = case when given.change ? '${column}' then changed.${column} else ${alias}.${column} end`,
  );
  const table = entityTable(entity);
  return {
    sql: `update ${table} ${alias} set ${[...sets, ...also].join(', ')}
      from jsonb_to_recordset($1::jsonb) as given (row_id bigint, change jsonb),
        jsonb_populate_record(null::${table}, given.change) as changed
      where ${alias}.id = given.row_id`,
    json: JSON.stringify(given),
  };
}

/** Returns how many of the rows have a value that is not null, by column. */
function valuesOfColumns(rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      if (value !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Returns the values that are given as Postgres reads them from JSON. */
function asJson(row: object): Row {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value]),
  );
}
