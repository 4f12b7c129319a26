/** A table that counts records by day, and how its rows come from the records. */
export interface DayTable {
  table: string;
  /** The column whose local day counts. */
  dated: string;
  /** The primary key. Rows are written in its order, so that transactions lock them in one order. */
  key: readonly string[];
  /** The counts, each with its SQL over the counted records. */
  counts: Readonly<Record<string, string>>;
}

/** The rating of a review, at most its scale; 0 without one. */
const RATING = 'case when star is null then 0 else least(rating_value, rating_scale) end';

const REVIEW_DAYS: DayTable = {
  table: 'review_days',
  dated: 'posted_on',
  key: ['account_id', 'sub_account_id', 'channel_id', 'day', 'type', 'label', 'rating_scale'],
  counts: {
    reviews: 'sum(sign)',
    ...Object.fromEntries([1, 2, 3, 4, 5].map((star) => [`star_${star}`, signsWhere(`star = ${star}`)])),
    rating_sum: `sum(sign * ${RATING})`,
    replied: signsWhere('replied'),
  },
};

const TAG_DAYS: DayTable = {
  table: 'tag_days',
  dated: 'posted_on',
  key: ['account_id', 'sub_account_id', 'tag_id', 'day', 'channel_id', 'rating_scale'],
  counts: {
    reviews: 'sum(sign)',
    rated: signsWhere('star is not null'),
    rating_sum: `sum(sign * ${RATING})`,
  },
};

/**
 * Returns the INSERT that adds reviews to `review_days`. `source` names a relation with the columns of `reviews` and `sign`: 1 for a
 * review that is counted from now on, -1 for one that no longer is. The row of its sub account says in which zone days begin.
 */
export function addReviewDays(source: string): string {
  return addDays(REVIEW_DAYS, source);
}

/** Like {@link addReviewDays}, for `tag_days`: a review counts once for each of its tags. */
export function addTagDays(source: string): string {
  return addDays(
    TAG_DAYS,
    `(select ${source}.*, tag_id from ${source} cross join unnest(tag_ids) as tag_id)`,
  );
}

/**
 * Returns the INSERT that adds records to a table of days. `source` names a relation with the columns that the table reads,
 * `sub_account_id` and `sign`: 1 for a record that is counted from now on, -1 for one that no longer is.
 */
export function addDays({ table, dated, key, counts }: DayTable, source: string): string {
  const names = Object.keys(counts);
  const columns = [...key, ...names].join(', ');
  const sums = Object.entries(counts).map(([name, sql]) => `${sql} as ${name}`);
  const added = names.map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  return `insert into ${table} (${columns})
    select ${columns} from (
      select ${key.join(', ')}, ${sums.join(', ')} from (
        select record.*, (${dated} at time zone counted_timezone)::date as day from ${source} as record
        join (select sub_account_id, counted_timezone from sub_accounts) as owner using (sub_account_id)
      ) as dated group by ${key.join(', ')}
    ) as total
    where (${names.join(', ')}) is distinct from (${names.map(() => '0').join(', ')})
    order by ${key.join(', ')}
    on conflict (${key.join(', ')}) do update set ${added.join(', ')}`;
}

/** Returns the SQL that counts the records for which the condition holds. */
export function signsWhere(condition: string): string {
  return `coalesce(sum(sign) filter (where ${condition}), 0)`;
}
