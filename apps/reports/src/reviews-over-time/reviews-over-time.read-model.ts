import { Injectable } from '@nestjs/common';
import { queryRows, SqlParameters, type Tx } from '@plaudit/database';
import { daysOf } from '../questions/month-periods';
import type { ReportScope } from '../questions/report-scope';
import { inScope } from '../questions/scope.sql';
import { STAR_COLUMNS, starSums } from '../rating-distribution/star-counts.sql';
import type { MonthCount } from './reviews-over-time';

@Injectable()
export class ReviewsOverTimeReadModel {
  /**
   * Returns the reviews of consecutive months by label, and one row without a month for each label of a channel. A review has the
   * label of its channel's platform. If it has no channel, or no event told of the channel yet, it has its own label.
   */
  async counts(tx: Tx, scope: ReportScope, months: readonly string[]): Promise<MonthCount[]> {
    const { from, to } = daysOf(months);
    const parameters = new SqlParameters();
    return queryRows<MonthCount>(
      tx,
      `select label, month, sum(reviews) as reviews, ${starSums()} as stars
       from (
         select coalesce(channels.label, counted.label) as label, to_char(day, 'YYYY-MM') as month,
           counted.reviews, ${STAR_COLUMNS.join(', ')}
         from review_days counted
         -- The account keeps the join from reading the channels of others.
         left join channels on channels.id = channel_id and channels.account_id = counted.account_id
         where ${inScope(scope, 'review_days', 'counted', parameters)} and counted.reviews > 0
           and day between ${parameters.add(from, 'date')} and ${parameters.add(to, 'date')}
         union all
         select label, null, 0, ${STAR_COLUMNS.map(() => '0').join(', ')}
         from channels where ${inScope(scope, 'channels', 'channels', parameters)} and not deleted
       ) labelled
       group by label, month`,
      parameters.values,
    );
  }
}
