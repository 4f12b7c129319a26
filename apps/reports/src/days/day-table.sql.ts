/** A table that counts records by day, and how its rows come from the records. */
export interface DayTable {
  table: string;
  /** The table of the records. */
  records: 'reviews' | 'invitations';
  /** The SQL of the day of a record, whose zone is `counted_timezone`. */
  dayOf: string;
  /** The SQL condition that a record counts. */
  live: string;
  /** The primary key. Rows are written in its order, so that transactions lock them in one order. */
  key: readonly string[];
  /** The counts, each with its SQL over the counted records. */
  counts: Readonly<Record<string, string>>;
  /** Returns the relation whose rows are counted, for a relation of records. */
  rowsOf: (records: string) => string;
  /** Assignments beside those of the counts when a row changes. */
  onChange: readonly string[];
}

/**
 * Returns the INSERT that adds records to the counts. `records` names a relation with the columns of the table, `sign`: 1 for a
 * record that is counted from now on, -1 for one that no longer is, and `counted_timezone`: the zone in which its days begin.
 */
export function addToDays(days: DayTable, records: string): string {
  return addTotals(days, totalsOf(days, records));
}

/**
 * Returns the INSERT that makes the counts of the account $1 and the sub account $2 equal to their records. It adds what is
 * missing and takes away what is too much, so it writes only the rows that were wrong.
 */
export function correctDays(days: DayTable): string {
  return `${countedOf(days)} ${addTotals(days, differencesOf(days))}`;
}

/** Returns the SELECT whose rows are the counts that {@link correctDays} would write. */
export function wrongDays(days: DayTable): string {
  return `${countedOf(days)} select 1 from (${differencesOf(days)}) as difference where not (${isEmptyDay(days)})`;
}

/** Returns the condition that all counts of a row are 0. */
export function isEmptyDay({ counts }: DayTable): string {
  const names = Object.keys(counts);
  return `(${names.join(', ')}) = (${names.map(() => '0').join(', ')})`;
}

/**
 * Returns the SELECT of the rows of `records`, each with the zone of its sub account as `counted_timezone`. The zones are looked up
 * one by one, because a join would read all sub accounts.
 */
export function withZones(records: string): string {
  return `select record.*,
      (select counted_timezone from sub_accounts where sub_account_id = record.sub_account_id) as counted_timezone
    from (${records}) as record`;
}

/** Returns the WITH of the records that the days of the account $1 and the sub account $2 count. */
function countedOf({ records, live }: DayTable): string {
  return `with counted as (
    select ${records}.*, 1 as sign, (select counted_timezone from sub_accounts where sub_account_id = $2) as counted_timezone
    from ${records} where account_id = $1 and sub_account_id = $2 and ${live})`;
}

function differencesOf(days: DayTable): string {
  const { table, key, counts } = days;
  const names = Object.keys(counts);
  const keys = key.join(', ');
  return `select ${keys}, ${names.map((name) => `sum(${name}) as ${name}`).join(', ')} from (
       ${totalsOf(days, 'counted')}
       union all select ${keys}, ${names.map((name) => `-${name}`).join(', ')} from ${table}
       where account_id = $1 and sub_account_id = $2
     ) as sides group by ${keys}`;
}

function totalsOf({ key, counts, dayOf, rowsOf }: DayTable, records: string): string {
  const sums = Object.entries(counts).map(([name, sql]) => `${sql} as ${name}`);
  return `select ${key.join(', ')}, ${sums.join(', ')} from (
      select record.*, ${dayOf} as day from ${rowsOf(records)} as record
    ) as dated group by ${key.join(', ')}`;
}

function addTotals(days: DayTable, totals: string): string {
  const { table, key, counts, onChange } = days;
  const names = Object.keys(counts);
  const columns = [...key, ...names].join(', ');
  const added = names.map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  return `insert into ${table} (${columns})
    select ${columns} from (${totals}) as total
    where not (${isEmptyDay(days)})
    order by ${key.join(', ')}
    on conflict (${key.join(', ')}) do update set ${[...added, ...onChange].join(', ')}`;
}

/** Returns the SQL that counts the records for which the condition holds. */
export function signsWhere(condition: string): string {
  return `coalesce(sum(sign) filter (where ${condition}), 0)`;
}
