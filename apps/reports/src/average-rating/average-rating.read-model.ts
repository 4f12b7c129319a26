import { Injectable } from '@nestjs/common';
import { queryRows, SqlParameters, type Tx } from '@plaudit/database';
import { daysOf } from '../questions/month-periods';
import type { ReportScope } from '../questions/report-scope';
import { inScope } from '../questions/scope.sql';
import { STARS_OF_SCORE, weightedAverage } from '../ratings/weighted-average.sql';
import type { MonthAverage } from './average-rating';

@Injectable()
export class AverageRatingReadModel {
  /** Returns the average of each of these consecutive months. Each channel counts with its last figures of the month. */
  async averages(tx: Tx, scope: ReportScope, months: readonly string[]): Promise<MonthAverage[]> {
    const { from, to } = daysOf(months);
    const parameters = new SqlParameters();
    return queryRows<MonthAverage>(
      tx,
      `with measured as (
         select distinct on (channel_id, to_char(day, 'YYYY-MM'))
           to_char(day, 'YYYY-MM') as month, score, rating_scale, reviews
         from rating_days where ${inScope(scope, 'rating_days', 'rating_days', parameters)}
           and day between ${parameters.add(from, 'date')} and ${parameters.add(to, 'date')}
         order by channel_id, to_char(day, 'YYYY-MM'), day desc
       ), average as (
         select month, ${weightedAverage(STARS_OF_SCORE)}::float8 as average_rating from measured group by month
       )
       select month, average_rating
       from unnest(${parameters.add(months, 'text[]')}) with ordinality as asked (month, position)
       left join average using (month) order by position`,
      parameters.values,
    );
  }
}
