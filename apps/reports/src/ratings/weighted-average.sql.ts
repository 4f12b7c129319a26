/** The official `score` on five stars, also if a platform shows more than its scale. Null without a score, unlike `least`. */
export const STARS_OF_SCORE =
  'case when score is not null then least(score::numeric * 5 / rating_scale, 5) end';

/**
 * Returns SQL for the average of a numeric `value`, weighted by `reviews`, to two places. Rows without a value do not count. If no
 * other row has reviews, all have the same weight.
 */
export function weightedAverage(value: string): string {
  return hundredths(
    `coalesce(sum(${value} * reviews) / nullif(sum(reviews) filter (where ${value} is not null), 0), avg(${value}))`,
  );
}

/**
 * Returns SQL for a numeric value, decimal half-up to two places. It is first rounded to twelve places: on a scale such as 3,
 * quotients have no end, and what Postgres cuts off would make half a hundredth less than a half.
 */
export function hundredths(value: string): string {
  return `round(round(${value}, 12), 2)`;
}
