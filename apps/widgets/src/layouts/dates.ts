import type { CardSettings } from '../../settings/settings';

const DAY_MS = 86_400_000;
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
];

/** Formats a date (YYYY-MM-DD) in the language of the widget. */
export function dateText(
  day: string,
  format: CardSettings['date_format'],
  lang: string,
  now: number,
): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (format !== 'relative') return date.toLocaleDateString(lang, { dateStyle: format, timeZone: 'UTC' });
  const days = Math.max(0, Math.floor((now - +date) / DAY_MS));
  const [unit, length] = UNITS.find(([, size]) => days >= size) ?? ['day', 1];
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(-Math.floor(days / length), unit);
}
