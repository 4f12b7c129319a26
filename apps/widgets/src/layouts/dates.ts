import type { PublicReview } from '../public-json/public-widget';
import type { CardSettings } from '../settings/settings';

type DateFormat = CardSettings['date_format'];

const DAY_MS = 86_400_000;
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
];

/** Returns the date of a review as HTML and schema.org write it: `YYYY-MM-DD`, or `YYYY-MM` if only the month is known. */
export function machineDate({
  date,
  date_precision,
}: Pick<PublicReview, 'date' | 'date_precision'>): string | null {
  return date !== null && date_precision === 'month' ? date.slice(0, 7) : date;
}

/** Returns the day that the visitor has, as midnight of that day in UTC. */
export function dayOf(now: Date): number {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
}

/**
 * Formats a {@link machineDate} in the language of the widget. It has no time, so no time zone moves it. `today` is the {@link dayOf} of the
 * visitor, because how many days ago it is depends on their calendar.
 */
export function dateText(machine: string, format: DateFormat, lang: string, today: number): string {
  const isMonth = machine.length === 7;
  const start = new Date(isMonth ? `${machine}-01` : machine);
  if (isMonth) return start.toLocaleDateString(lang, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  if (format !== 'relative') return start.toLocaleDateString(lang, { dateStyle: format, timeZone: 'UTC' });
  const days = Math.max(0, Math.round((today - +start) / DAY_MS));
  const [unit, length] = UNITS.find(([, size]) => days >= size) ?? ['day', 1];
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(-Math.floor(days / length), unit);
}
