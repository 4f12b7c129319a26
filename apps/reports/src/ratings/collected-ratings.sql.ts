import type { SqlParameters } from '@plaudit/database';
import type { ReportScope } from '../questions/report-scope';
import { inScope } from '../questions/scope.sql';
import { NO_DAY } from '../reviews/review-copy';
import { hundredths } from './weighted-average.sql';

/** Of rows of `review_days`: the sum of the ratings on five stars, and how many there are. */
export const COLLECTED_SUMS = `sum(rating_sum * 5 / rating_scale) as total,
  sum(star_1 + star_2 + star_3 + star_4 + star_5) as ratings`;

/** SQL for the average on five stars of such sums; null without ratings. */
export const COLLECTED_AVERAGE = `${hundredths('total / nullif(ratings, 0)')}::float8`;

/**
 * Returns the common table expressions of `collected`: for each `month` or `day` with a new rating, the sums of all collected ratings
 * up to its end or today. It ends before the first slot with an official score, so that no slot has both. Ratings of an
 * unknown date are left out.
 */
export function collectedBefore(
  slot: 'month' | 'day',
  scope: ReportScope,
  parameters: SqlParameters,
): string {
  const unknown = parameters.add(NO_DAY, 'date');
  return `begun as (
      select coalesce(date_trunc('${slot}', min(day))::date, 'infinity') as slot from rating_days official
      where score is not null and ${inScope(scope, 'rating_days', 'official', parameters)}
    ), rated as (
      select date_trunc('${slot}', day)::date as slot, ${COLLECTED_SUMS} from review_days counted
      where ${inScope(scope, 'review_days', 'counted', parameters)} and day > ${unknown}
        and day <= ${parameters.add(scope.today, 'date')} and day < (select slot from begun)
      group by 1
    ), collected as (
      select slot, sum(total) over so_far as total, sum(ratings) over so_far as ratings
      from rated where ratings > 0 window so_far as (order by slot)
    )`;
}
