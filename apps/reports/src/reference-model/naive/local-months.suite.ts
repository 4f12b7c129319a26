/** Local dates of a period, both included. */
export interface Dates {
  from: string;
  to: string;
}

/** Returns the date of an instant in a zone. The Swedish way to write a date is `YYYY-MM-DD`. */
export function dayIn(timeZone: string, instant: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);
}

/** Returns how many days later the other day is. */
export function daysBetween(day: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(day)) / 86_400_000);
}

/** Returns the months up to the one of `today`, oldest first. */
export function monthsUntil(today: string, count: number): string[] {
  const months = [monthOf(today)];
  while (months.length < count) months.unshift(monthOf(daysBefore(`${months[0]!}-01`, 1)));
  return months;
}

/** Returns the period of a report whose question has none: the current month and the 11 months before it, up to today. */
export function lastYear(today: string): Dates {
  return { from: `${monthsUntil(today, 12)[0]!}-01`, to: today };
}

/** Returns the months of which a period has days. */
export function monthsIn({ from, to }: Dates): string[] {
  const [year, month] = [
    Number(to.slice(0, 4)) - Number(from.slice(0, 4)),
    Number(to.slice(5, 7)) - Number(from.slice(5, 7)),
  ];
  return monthsUntil(to, year * 12 + month + 1);
}

/** Returns the period of the same length right before. */
export function periodBefore({ from, to }: Dates): Dates {
  return { from: daysBefore(from, daysBetween(from, to) + 1), to: daysBefore(from, 1) };
}

/** Returns the records with a day in the period. Without a date it has no end on that side. */
export function within<Dated extends { day: string }>(
  records: readonly Dated[],
  { from = '0000', to = '9999' }: Partial<Dates>,
): Dated[] {
  return records.filter(({ day }) => day >= from && day <= to);
}
