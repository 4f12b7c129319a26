import { type DayTable, signsWhere } from '../days/day-table.sql';

/** The rating of a review, at most its scale; 0 without one. */
const RATING = 'case when star is null then 0 else least(rating_value, rating_scale) end';

const REVIEWS = { records: 'reviews', dated: 'posted_on', live: 'not deleted' } as const;

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
