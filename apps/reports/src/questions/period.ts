import { ApiError } from '@plaudit/contracts';
import { addDays, addMonths, isDate } from './local-date';
import type { PeriodQuery } from './report-query.dto';
import type { Period, ReportScope } from './report-scope';

const MAX_PERIOD_MONTHS = 60;
const EARLIEST = '1900-01-01';

/**
 * Returns the period of a query, or null if the query names none. Without `to` it ends today. Throws 400 if it has no `from`, if
 * a date does not exist or is out of bounds, and if it is longer than {@link MAX_PERIOD_MONTHS}.
 */
export function periodOf(query: PeriodQuery, { today }: Pick<ReportScope, 'today'>): Period | null {
  if (!query.from && !query.to) return null;
  if (!query.from) throw invalid('from', 'from is required together with to.');
  const period = { from: query.from, to: query.to || today };
  for (const field of ['from', 'to'] as const) assertWithinBounds(field, period[field], addDays(today, 1));
  if (period.from > period.to) {
    throw invalid('from', `from (${period.from}) must not be after to (${period.to}).`);
  }
  const longest = lastDayOf(period.from);
  if (period.to > longest) {
    throw invalid(
      'to',
      `to must be ${longest} or earlier: a period has at most ${MAX_PERIOD_MONTHS} months from its first day.`,
    );
  }
  return period;
}

/** Returns the period of the same length that ends on the day before. */
export function periodBefore({ from, to }: Period): Period {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  return { from: addDays(from, -days - 1), to: addDays(from, -1) };
}

/** Returns the last day of the longest period that begins on this day. */
function lastDayOf(from: string): string {
  const month = addMonths(from, MAX_PERIOD_MONTHS);
  const same = `${month.slice(0, 7)}-${from.slice(8)}`;
  return addDays(isDate(same) ? same : addMonths(month, 1), -1);
}

function assertWithinBounds(field: 'from' | 'to', date: string, latest: string): void {
  if (!isDate(date)) throw invalid(field, `${field} must be a date of the calendar, not ${date}.`);
  if (date < EARLIEST) throw invalid(field, `${field} must be ${EARLIEST} or later.`);
  if (date > latest) throw invalid(field, `${field} must be ${latest} or earlier.`);
}

function invalid(field: string, msg: string): ApiError {
  return new ApiError('validation_failed', msg, { field });
}
