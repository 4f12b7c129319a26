/** Making a format takes half a millisecond. There are some 600 zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the date of an instant in a time zone as `YYYY-MM-DD`. */
export function localDate(instant: Date, timezone: string): string {
  const format = formats.get(timezone) ?? dateFormat(timezone);
  formats.set(timezone, format);
  const parts = format.formatToParts(instant);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

function dateFormat(timezone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
}

/** Returns the date that is so many days later; earlier if negative. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** Returns the first day of the month that is so many months later; earlier if negative. */
export function addMonths(date: string, months: number): string {
  const moved = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved.toISOString().slice(0, 10);
}

/** Returns true for a date of the calendar that is written as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const read = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text);
}
