import { type DayTable, signsWhere } from '../days/day-table.sql';

/** The rating of a review, at most its scale; 0 without one. */
const RATING = 'case when star is null then 0 else least(rating_value, rating_scale) end';

/** Returns the SQL of the day on which a review counts. Only the day of a date with a time depends on the zone. */
function dayIn(timezone: string): string {
  return `coalesce(posted_day, (posted_on at time zone ${timezone})::date)`;
}

const REVIEWS = { records: 'reviews', dayOf: dayIn('counted_timezone'), live: 'not deleted' } as const;

export const REVIEW_DAYS: DayTable = {
  table: 'review_days',
  ...REVIEWS,
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
  ...REVIEWS,
  key: ['account_id', 'sub_account_id', 'tag_id', 'day', 'channel_id', 'type', 'rating_scale'],
  counts: {
    reviews: 'sum(sign)',
    rated: signsWhere('star is not null'),
    rating_sum: `sum(sign * ${RATING})`,
  },
  rowsOf: (reviews) => `(select ${reviews}.*, tag_id from ${reviews} cross join unnest(tag_ids) as tag_id)`,
  onChange: [],
};

/**
 * Returns the SQL of `review_day`: the day of a review whose reply is dated, and null for any other. `subAccountId` is the SQL of
 * the id of its sub account.
 */
export function reviewDay(subAccountId: string): string {
  const timezone = `(select counted_timezone from sub_accounts where sub_account_id = ${subAccountId})`;
  return `case when reply_seconds is not null then ${dayIn(timezone)} end`;
}

/** The condition that a dated reply of the account $1 and the sub account $2 has another `review_day` than its review. */
const IS_WRONG = `account_id = $1 and sub_account_id = $2 and reply_seconds is not null and not deleted
  and review_day is distinct from ${reviewDay('$2')}`;

/** Selects a row for each dated reply of the account $1 and the sub account $2 with a wrong `review_day`. */
export const WRONG_REVIEW_DAYS = `select 1 from reviews where ${IS_WRONG}`;

/** Makes every `review_day` of the account $1 and the sub account $2 that of its review. */
export const CORRECT_REVIEW_DAYS = `update reviews set review_day = ${reviewDay('$2')} where ${IS_WRONG}`;
