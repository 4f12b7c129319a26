import { addMonths } from './local-date';
import { periodOf } from './period';
import type { PeriodQuery } from './report-query.dto';
import type { Period, ReportScope } from './report-scope';

/** Returns the period of a query. Default: the current month and the 11 months before it, up to today. */
export function periodOrLastYear(query: PeriodQuery, { today }: Pick<ReportScope, 'today'>): Period {
  return periodOf(query, { today }) ?? { from: addMonths(today, -11), to: today };
}

/** Returns the months of which a period has days as `YYYY-MM`, oldest first. */
export function monthsOf({ from, to }: Period): string[] {
  const months: string[] = [];
  for (let day = addMonths(from, 0); day <= to; day = addMonths(day, 1)) months.push(day.slice(0, 7));
  return months;
}
