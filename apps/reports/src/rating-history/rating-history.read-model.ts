import { Injectable } from '@nestjs/common';
import { queryRows, SqlParameters, type Tx } from '@plaudit/database';
import { addDays } from '../questions/local-date';
import type { ReportScope } from '../questions/report-scope';
import { inScope } from '../questions/scope.sql';
import { hundredths } from '../ratings/weighted-average.sql';
import { NO_DAY } from '../reviews/review-copy';
import type { RatingHistoryPoint } from './rating-history.responses';

/** Reads how the rating of one channel developed. */
@Injectable()
export class RatingHistoryReadModel {
  /**
   * Returns the points of the last `days` days of the scope's channel. Before its first official figures, the points are
   * estimated: one for each date with a new rating, and one for the first day of the window if there were ratings before. Ratings
   * of an unknown date are left out.
   */
  async history(tx: Tx, scope: ReportScope, days: number): Promise<RatingHistoryPoint[]> {
    const parameters = new SqlParameters();
    const from = parameters.add(addDays(scope.today, 1 - days), 'date');
    const today = parameters.add(scope.today, 'date');
    const unknown = parameters.add(NO_DAY, 'date');
    const [row] = await queryRows<{ history: RatingHistoryPoint[] }>(
      tx,
      `with channel as (
         select id, rating_scale::numeric as scale from channels given where ${inScope(scope, 'channels', 'given', parameters)}
       ), official as (
         select figures.*, scale,
           case when figures.rating_scale = scale then score
             else ${hundredths('score::numeric * scale / figures.rating_scale')}::float8 end as shown
         from rating_days figures join channel on channel.id = channel_id
         where ${inScope(scope, 'rating_days', 'figures', parameters)}
       ), begun as (
         select coalesce(min(day), 'infinity') as day from official
       ), rated as (
         select day, sum(rating_sum * scale / rating_scale) as total, sum(star_1 + star_2 + star_3 + star_4 + star_5) as ratings
         from review_days counted join channel on channel.id = channel_id
         where day > ${unknown} and day <= ${today} and ${inScope(scope, 'review_days', 'counted', parameters)} group by day
       ), cumulative as (
         select day, sum(total) over so_far as total, sum(ratings) over so_far as ratings
         from rated where ratings > 0 window so_far as (order by day)
       ), estimated as (
         select distinct on (greatest(day, ${from})) greatest(day, ${from}) as day, total, ratings
         from cumulative order by greatest(day, ${from}), cumulative.day desc
       ), points as (
         select day, json_build_object('date', day, 'score', shown, 'reviews', reviews) as point
         from official where day between ${from} and ${today}
         union all
         select day, json_build_object('date', day, 'score', ${hundredths('total / ratings')}, 'reviews', ratings, 'estimated', true)
         from estimated where day < (select day from begun)
       )
       select coalesce(json_agg(point order by day), '[]') as history from points`,
      parameters.values,
    );
    return row?.history ?? [];
  }
}
