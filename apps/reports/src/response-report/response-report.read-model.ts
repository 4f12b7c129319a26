import { Injectable } from '@nestjs/common';
import { queryRows, SqlParameters, type Tx } from '@plaudit/database';
import type { Period, ReportScope } from '../questions/report-scope';
import { inScope } from '../questions/scope.sql';

/** The replies to the reviews of a period, of one of its months or of one platform. */
export interface CountedReplies {
  part: 'total' | 'month' | 'platform';
  /** `YYYY-MM`; only of a month. */
  month: string | null;
  /** Only of a platform. */
  label: string | null;
  reviews: number;
  replied: number;
  /** Reviews whose reply has a date. */
  dated_replies: number;
  /** Half of the dated replies took so long or less. */
  median_hours: number | null;
}

const PARTS = 'grouping sets ((), (month), (label))';
/** 3 for the total, 1 for a month, 2 for a platform. */
const PART = 'grouping(month, label)';

@Injectable()
export class ResponseReportReadModel {
  /**
   * Returns the total, the months with reviews, and the platforms with reviews, those with the most first. A custom source is a
   * platform of its own.
   */
  async counts(tx: Tx, scope: ReportScope, { from, to }: Period): Promise<CountedReplies[]> {
    const parameters = new SqlParameters();
    const first = parameters.add(from, 'date');
    const last = parameters.add(to, 'date');
    return queryRows<CountedReplies>(
      tx,
      `with counted as (
         select ${PART} as part, month, label, coalesce(sum(reviews), 0)::integer as reviews,
           coalesce(sum(replied), 0)::integer as replied
         from (
           select date_trunc('month', day::timestamp) as month, label, reviews, replied from review_days
           where ${inScope(scope, 'review_days', 'review_days', parameters)} and day between ${first} and ${last} and reviews > 0
         ) as days group by ${PARTS}
       ), timed as (
         select ${PART} as part, month, label, count(*)::integer as dated_replies,
           round(percentile_cont(0.5) within group (order by reply_seconds)::numeric / 3600, 1)::float8 as median_hours
         from (
           select date_trunc('month', posted_on at time zone counted_timezone) as month, label, reply_seconds
           from reviews join (select sub_account_id, counted_timezone from sub_accounts) as owner using (sub_account_id)
           where ${inScope(scope, 'reviews', 'reviews', parameters)} and reply_seconds is not null and not deleted
             -- A local day begins less than 24 hours from the day in UTC. The first bounds use the index. The next ones spare most
             -- rows the conversion, which costs a quarter of the statement.
             and posted_on >= ${first} - 1 and posted_on < ${last} + 2
             and (posted_on >= ${first} + 1 and posted_on < ${last}
               or (posted_on at time zone counted_timezone)::date between ${first} and ${last})
         ) as replies group by ${PARTS}
       )
       select case counted.part when 3 then 'total' when 1 then 'month' else 'platform' end as part,
         to_char(counted.month, 'YYYY-MM') as month, counted.label, reviews, replied,
         coalesce(dated_replies, 0) as dated_replies, median_hours
       from counted left join timed on timed.part = counted.part
         and timed.month is not distinct from counted.month and timed.label is not distinct from counted.label
       order by counted.month, reviews desc, counted.label`,
      parameters.values,
    );
  }
}
