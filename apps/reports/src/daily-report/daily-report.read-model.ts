import { Injectable } from '@nestjs/common';
import { queryRows, SqlParameters, type Tx } from '@plaudit/database';
import { addDays } from '../questions/local-date';
import type { Period, ReportScope } from '../questions/report-scope';
import { inScope } from '../questions/scope.sql';
import { COLLECTED_AVERAGE, collectedBefore } from '../ratings/collected-ratings.sql';
import { STARS_OF_SCORE, weightedAverage } from '../ratings/weighted-average.sql';
import type { DayFigures } from './daily-report.responses';

/** The days for which the figures of a channel count: that of the crawl and those until the next one, at most so many. */
const FIGURES_LAST_DAYS = 7;

@Injectable()
export class DailyReportReadModel {
  /** Returns the figures of each day of a period, oldest first. */
  async days(tx: Tx, scope: ReportScope, { from, to }: Period): Promise<DayFigures[]> {
    const parameters = new SqlParameters();
    const first = parameters.add(from, 'date');
    const last = parameters.add(to, 'date');
    const earliest = parameters.add(addDays(from, 1 - FIGURES_LAST_DAYS), 'date');
    return queryRows<DayFigures>(
      tx,
      `with figures as (
         select day, score, rating_scale, reviews, least(
             lead(day) over (partition by channel_id order by day) - 1, day + ${FIGURES_LAST_DAYS - 1}, ${last}
           ) as valid_until
         from rating_days
         where ${inScope(scope, 'rating_days', 'rating_days', parameters)} and day between ${earliest} and ${last}
       ), averages as (
         select shown::date as day, ${weightedAverage(STARS_OF_SCORE)}::float8 as average_rating
         from figures cross join lateral generate_series(greatest(day, ${first}), valid_until, interval '1 day') as shown
         group by shown having bool_or(shown::date = figures.day)
       ), counts as (
         select day, sum(reviews)::int as reviews from review_days counted
         where ${inScope(scope, 'review_days', 'counted', parameters)} and day between ${first} and ${last}
         group by day
       ), ${collectedBefore('day', scope, parameters)}
       select to_char(asked, 'YYYY-MM-DD') as day, average_rating, coalesce(reviews, 0) as reviews,
         ${COLLECTED_AVERAGE} as collected_average, coalesce(ratings, 0)::int as collected_count
       from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as asked
       left join averages on averages.day = asked::date
       left join counts on counts.day = asked::date
       left join lateral (
         select total, ratings from collected where slot <= asked::date and asked::date < (select slot from begun)
         order by slot desc limit 1
       ) so_far on true
       order by asked`,
      parameters.values,
    );
  }
}
