import { addDays, addMonths } from './local-date';
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

/** Returns the last `count` months up to the one of `today` as `YYYY-MM`, oldest first. */
export function lastMonths(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addMonths(today, index + 1 - count).slice(0, 7));
}

/** Returns the first and the last day of consecutive months. */
export function daysOf(months: readonly string[]): Period {
  return { from: `${months[0]!}-01`, to: addDays(addMonths(`${months.at(-1)!}-01`, 1), -1) };
}
