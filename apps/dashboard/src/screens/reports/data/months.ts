/** The first day of the month as a date in UTC, for `Formats.month`. */
export type Month = Date;

/** Reads the month of a report: `2026-11` or `11/2026`. */
export function parseMonth(text: string): Month {
  const [first = 0, second = 0] = text.split(/[-/]/).map(Number);
  return text.includes('/') ? utcMonth(second, first) : utcMonth(first, second);
}

/** Returns the date of a moment in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, moment: Date): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Returns the first day of the period of `count` months whose last one is now in a time zone, as `YYYY-MM-DD`. */
export function firstDay(count: number, timeZone: string, now: Date): string {
  const [year = 0, month = 1] = dayIn(timeZone, now).split('-').map(Number);
  return utcMonth(year, month - count + 1)
    .toISOString()
    .slice(0, 10);
}

/** Returns the day that lies `days` before now in UTC, as `YYYY-MM-DD`. */
export function daysAgo(days: number, now: Date): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the texts below the axis: the month, and the year with the first month and every January. */
export function axisLabels(months: readonly Month[], monthName: (month: Month) => string): string[] {
  return months.map((month, at) =>
    months.length > 12 && (at === 0 || month.getUTCMonth() === 0)
      ? String(month.getUTCFullYear())
      : monthName(month),
  );
}

function utcMonth(year: number, month: number): Month {
  return new Date(Date.UTC(year, month - 1, 1));
}
