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

/** The parts of the report, and which replies each row of a part is about. */
const PARTS = [
  { part: 'total', month: 'null::timestamp', label: 'null', groups: '()' },
  { part: 'month', month: "date_trunc('month', review_day::timestamp)", label: 'null', groups: '(month)' },
  { part: 'platform', month: 'null', label: 'label', groups: '(label)' },
] as const;

/**
 * The two values in the middle of an even number, twice the one in the middle of an odd number. The second fraction is just above one
 * half, so it finds the value after the middle. percentile_cont sorts floating-point numbers, which takes longer.
 */
const MIDDLES = 'percentile_disc(array[0.5, 0.500000001]) within group (order by reply_seconds)';

@Injectable()
export class ResponseReportReadModel {
  /**
   * Returns the total, the months with reviews, and the platforms with reviews, those with the most first. A custom source is a
   * platform of its own.
   */
  async counts(tx: Tx, scope: ReportScope, { from, to }: Period): Promise<CountedReplies[]> {
    const parameters = new SqlParameters();
    const period = `between ${parameters.add(from, 'date')} and ${parameters.add(to, 'date')}`;
    const days = `review_days where ${inScope(scope, 'review_days', 'review_days', parameters)} and day ${period}`;
    const replies = `reviews where ${inScope(scope, 'reviews', 'reviews', parameters)} and review_day ${period}
      and reply_seconds is not null and not deleted`;
    // In memory instead of in files, 100,000 replies are sorted a tenth faster.
    await queryRows(tx, "set local work_mem = '8MB'");
    return queryRows<CountedReplies>(
      tx,
      `with counted as (
         select case grouping(month, label) when 3 then 'total' when 1 then 'month' else 'platform' end as part, month, label,
           coalesce(sum(reviews), 0)::integer as reviews, coalesce(sum(replied), 0)::integer as replied
         from (
           select date_trunc('month', day::timestamp) as month, label, reviews, replied from ${days} and reviews > 0
         ) as days group by grouping sets (${PARTS.map(({ groups }) => groups).join(', ')})
       ), timed as (${medians(replies)})
       select counted.part, to_char(counted.month, 'YYYY-MM') as month, counted.label, reviews, replied,
         coalesce(dated_replies, 0) as dated_replies, median_hours
       from counted left join timed on timed.part = counted.part
         and timed.month is not distinct from counted.month and timed.label is not distinct from counted.label
       order by counted.month, reviews desc, counted.label`,
      parameters.values,
    );
  }
}

/**
 * Returns the SELECT of the medians of all parts. Each part reads the replies by itself, because Postgres sorts them for each part
 * anyway and gives the parts of a UNION to several processes.
 */
function medians(replies: string): string {
  const parts = PARTS.map(
    ({ part, month, label, groups }) => `
      select '${part}' as part, ${month} as month, ${label} as label, count(*)::integer as dated_replies, ${MIDDLES} as middles
      from ${replies} group by ${groups}`,
  );
  return `
    select part, month, label, dated_replies, round((middles[1] + middles[2]) / 7200.0, 1)::float8 as median_hours
    from (${parts.join(' union all ')}) as parts`;
}
