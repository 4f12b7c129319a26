import { Injectable } from '@nestjs/common';
import { queryRows, SqlParameters, type Tx } from '@plaudit/database';
import { addDays } from '../questions/local-date';
import type { ReportScope } from '../questions/report-scope';
import { inScope } from '../questions/scope.sql';
import { COLLECTED_SUMS } from '../ratings/collected-ratings.sql';
import { hundredths, STARS_OF_SCORE, weightedAverage } from '../ratings/weighted-average.sql';
import type { CurrentTotals, PreviousRatings, RatedType, RatingTotals } from './ratings-report.responses';

/** How far back a comparison looks. */
const COMPARED_DAYS = 30;

const TOTALS = `jsonb_build_object('rating_value', ${weightedAverage(STARS_OF_SCORE)}, 'official_num_reviews', coalesce(sum(reviews), 0))`;

/** SQL for the fields with the average of the collected ratings of such sums. */
function collectedOf(total: string, ratings: string): string {
  const average = hundredths(`${total} / nullif(${ratings}, 0)`);
  return `'collected_rating_value', ${average}, 'collected_num_reviews', ${ratings}`;
}

/** Reads the official figures of channels, as their platforms show them. */
@Injectable()
export class RatingsReportReadModel {
  async ratings(
    tx: Tx,
    scope: ReportScope,
  ): Promise<{ types: Record<string, RatedType>; totals: CurrentTotals }> {
    const parameters = new SqlParameters();
    const [row] = await queryRows<{ types: Record<string, RatedType>; totals: CurrentTotals }>(
      tx,
      `with counted as (
         select id, type_id, label, logo, name, score::numeric, rating_scale, coalesce(reviews, 0) as reviews, applied_on
         from channels channel where not deleted and ${inScope(scope, 'channels', 'channel', parameters)}
       ), collected as (
         select channel_id, ${COLLECTED_SUMS} from review_days given
         where ${inScope(scope, 'review_days', 'given', parameters)} group by channel_id
       ), scales as (
         select distinct on (type_id) type_id, rating_scale as scale
         from counted group by type_id, rating_scale order by type_id, count(*) desc, rating_scale desc
       ), converted as (
         select counted.*, scale, score * scale / rating_scale as official, total, coalesce(ratings, 0) as ratings
         from counted join scales using (type_id) left join collected on channel_id = id
       ), types as (
         select type_id, json_build_object(
           'label', (array_agg(label order by applied_on desc, id desc))[1],
           'logo', (array_agg(logo order by applied_on desc, id desc))[1],
           'rating_scale', scale,
           'official_score', ${weightedAverage('official')},
           'official_num_reviews', sum(reviews),
           'channel_count', count(*),
           'rating_value', ${weightedAverage(STARS_OF_SCORE)},
           ${collectedOf('sum(total)', 'sum(ratings)')},
           'channels', json_agg(json_build_object('id', id, 'name', name, 'official_score', round(official, 2),
             'official_num_reviews', reviews, ${collectedOf('total', 'ratings')}) order by id)
         ) as type from converted group by type_id, scale
       )
       select (select coalesce(json_object_agg(type_id, type order by type_id), '{}') from types) as types,
         (select ${TOTALS} from counted)
           || (select jsonb_build_object(${collectedOf('sum(total)', 'coalesce(sum(ratings), 0)')}) from collected) as totals`,
      parameters.values,
    );
    return row as { types: Record<string, RatedType>; totals: CurrentTotals };
  }

  /** Returns the totals as they were 30 days ago, of the channels that there are now; null if none had been read by then. */
  async previous(tx: Tx, scope: ReportScope): Promise<PreviousRatings | null> {
    const parameters = new SqlParameters();
    const on = addDays(scope.today, -COMPARED_DAYS);
    const [row] = await queryRows<{ measured: boolean; totals: RatingTotals }>(
      tx,
      `select count(*) > 0 as measured, ${TOTALS} as totals from (
         select last.* from channels channel cross join lateral (
           select day.score::numeric, day.rating_scale, coalesce(day.reviews, 0) as reviews from rating_days day
           where day.channel_id = channel.id and day.day <= ${parameters.add(on, 'date')} order by day.day desc limit 1
         ) last
         where not channel.deleted and ${inScope(scope, 'channels', 'channel', parameters)}
       ) measured`,
      parameters.values,
    );
    return row?.measured ? { on, totals: row.totals } : null;
  }
}
