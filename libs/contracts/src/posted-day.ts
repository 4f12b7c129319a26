/** When a review was posted, as the API shows it. A reply has no precision. */
export interface PostedDate {
  posted_on: string;
  posted_precision?: string | null;
}

/** Returns true if it is known when a review was posted. */
export function isDated({ posted_precision }: Pick<PostedDate, 'posted_precision'>): boolean {
  return posted_precision !== 'unknown';
}

/**
 * Returns the calendar day (`YYYY-MM-DD`) of a date without a time, which is the same day in every time zone. Returns null for a date
 * with a time, whose day depends on the zone, and for an unknown date. Without a precision, midnight in UTC stands for a day: dates of
 * days were always stored so, and few times of reviews are exactly that second.
 */
export function postedDay({ posted_on, posted_precision }: PostedDate): string | null {
  if (posted_precision === 'unknown') return null;
  const hasTime = posted_precision ? posted_precision === 'second' : !posted_on.endsWith(' 00:00:00');
  return hasTime ? null : posted_on.slice(0, 10);
}
