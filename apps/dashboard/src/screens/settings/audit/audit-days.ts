export interface Day<Entry> {
  /** `YYYY-MM-DD` in the zone of the page. */
  day: string;
  /** The first entry of the day, for its date. */
  first: Entry;
  entries: Entry[];
}

/** Groups entries, which are sorted by time, by their day in a time zone. */
export function groupByDay<Entry extends { created_on: string }>(
  entries: readonly Entry[],
  dateOf: (text: string) => Date,
  timeZone: string | undefined,
): Day<Entry>[] {
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone });
  const days: Day<Entry>[] = [];
  for (const entry of entries) {
    const day = format.format(dateOf(entry.created_on));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, first: entry, entries: [entry] });
  }
  return days;
}
