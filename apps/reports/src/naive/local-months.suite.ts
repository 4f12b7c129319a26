export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the months up to the one of `today`, oldest first. */
export function monthsUntil(today: string, count: number): string[] {
  const months = [monthOf(today)];
  while (months.length < count) months.unshift(monthOf(daysBefore(`${months[0]!}-01`, 1)));
  return months;
}
