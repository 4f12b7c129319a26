/** A table that counts records by day, and how its rows come from the records. */
export interface DayTable {
  table: string;
  /** The column whose local day counts. */
  dated: string;
  /** The primary key. Rows are written in its order, so that transactions lock them in one order. */
  key: readonly string[];
  /** The counts, each with its SQL over the counted records. */
  counts: Readonly<Record<string, string>>;
  /** Returns the relation whose rows are counted, for a relation of records. */
  rowsOf: (records: string) => string;
  /** Assignments beside those of the counts when a row changes. */
  onChange: readonly string[];
}

/** The rating of a review, at most its scale; 0 without one. */
const RATING = 'case when star is null then 0 else least(rating_value, rating_scale) end';

export const REVIEW_DAYS: DayTable = {
  table: 'review_days',
  dated: 'posted_on',
  key: ['account_id', 'sub_account_id', 'channel_id', 'day', 'type', 'label', 'rating_scale'],
  counts: {
    reviews: 'sum(sign)',
    ...Object.fromEntries([1, 2, 3, 4, 5].map((star) => [`star_${star}`, signsWhere(`star = ${star}`)])),
    rating_sum: `sum(sign * ${RATING})`,
    replied: signsWhere('replied'),
  },
  rowsOf: (reviews) => reviews,
  onChange: ['changed_on = now()'],
};

/** A review counts once for each of its tags. */
export const TAG_DAYS: DayTable = {
  table: 'tag_days',
  dated: 'posted_on',
  key: ['account_id', 'sub_account_id', 'tag_id', 'day', 'channel_id', 'rating_scale'],
  counts: {
    reviews: 'sum(sign)',
    rated: signsWhere('star is not null'),
    rating_sum: `sum(sign * ${RATING})`,
  },
  rowsOf: (reviews) => `(select ${reviews}.*, tag_id from ${reviews} cross join unnest(tag_ids) as tag_id)`,
  onChange: [],
};

/**
 * Returns the INSERT that adds records to the counts. `records` names a relation with the columns of the counted table, `sign`: 1 for
 * a record that is counted from now on, -1 for one that no longer is, and `counted_timezone`: the zone in which its days begin.
 */
export function addToDays(days: DayTable, records: string): string {
  return addTotals(days, totalsOf(days, records));
}

/**
 * Returns the INSERT that makes the counts of the account $1 and the sub account $2 equal to `reviews`, a relation as in
 * {@link addToDays}. It adds what is missing and takes away what is too much, so it writes only the rows that were wrong.
 */
export function correctDays(days: DayTable, reviews: string): string {
  return addTotals(days, differencesOf(days, reviews));
}

/** Returns the SELECT whose rows are the counts that {@link correctDays} would write. */
export function wrongDays(days: DayTable, reviews: string): string {
  return `select 1 from (${differencesOf(days, reviews)}) as difference where not (${isEmptyDay(days)})`;
}

/** Returns the condition that all counts of a row are 0. */
export function isEmptyDay({ counts }: DayTable): string {
  const names = Object.keys(counts);
  return `(${names.join(', ')}) = (${names.map(() => '0').join(', ')})`;
}

function differencesOf(days: DayTable, records: string): string {
  const { table, key, counts } = days;
  const names = Object.keys(counts);
  const keys = key.join(', ');
  return `select ${keys}, ${names.map((name) => `sum(${name}) as ${name}`).join(', ')} from (
       ${totalsOf(days, records)}
       union all select ${keys}, ${names.map((name) => `-${name}`).join(', ')} from ${table}
       where account_id = $1 and sub_account_id = $2
     ) as sides group by ${keys}`;
}

function totalsOf({ dated, key, counts, rowsOf }: DayTable, records: string): string {
  const sums = Object.entries(counts).map(([name, sql]) => `${sql} as ${name}`);
  return `select ${key.join(', ')}, ${sums.join(', ')} from (
      select record.*, (${dated} at time zone counted_timezone)::date as day from ${rowsOf(records)} as record
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
