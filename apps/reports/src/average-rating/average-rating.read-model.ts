import { Injectable } from '@nestjs/common';
import { queryRows, SqlParameters, type Tx } from '@plaudit/database';
import { daysOf } from '../questions/month-periods';
import type { ReportScope } from '../questions/report-scope';
import { inScope } from '../questions/scope.sql';
import { COLLECTED_AVERAGE, collectedBefore } from '../ratings/collected-ratings.sql';
import { STARS_OF_SCORE, weightedAverage } from '../ratings/weighted-average.sql';
import type { MonthAverage } from './average-rating';

@Injectable()
export class AverageRatingReadModel {
  /**
   * Returns the averages of each of these consecutive months. Each channel counts with its last figures of the month. The primary
   * key finds them: of 500 channels and 24 months it takes 160 ms, and sorting the figures of all days 380 ms.
   */
  async averages(tx: Tx, scope: ReportScope, months: readonly string[]): Promise<MonthAverage[]> {
    const { from, to } = daysOf(months);
    const parameters = new SqlParameters();
    return queryRows<MonthAverage>(
      tx,
      // Materialized, because the channels would be searched once for each month.
      `with measured as materialized (
         select distinct channel_id from rating_days
         where ${inScope(scope, 'rating_days', 'rating_days', parameters)}
           and day between ${parameters.add(from, 'date')} and ${parameters.add(to, 'date')}
       ), asked as (
         select month, (month || '-01')::date as first from unnest(${parameters.add(months, 'text[]')}) as month
       ), ${collectedBefore('month', scope, parameters)}, official as (
         select month, first, ${weightedAverage(STARS_OF_SCORE)}::float8 as average_rating
         from asked left join lateral (
           select last.* from measured cross join lateral (
             select score, rating_scale, reviews from rating_days
             where channel_id = measured.channel_id and day >= first and day < (first + interval '1 month')::date
             order by day desc limit 1
           ) last
         ) figures on true
         group by month, first
       )
       select month, average_rating, ${COLLECTED_AVERAGE} as collected_average,
         coalesce(ratings, 0)::int as collected_count
       from official left join collected on collected.slot = first order by month`,
      parameters.values,
    );
  }
}
