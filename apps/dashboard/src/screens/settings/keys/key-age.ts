const YEAR_MS = 365 * 86_400_000;

/** Returns true for a key that nobody used for a year, so that somebody looks whether it is still needed. */
export function isForgotten(lastUsed: Date | null, created: Date, now: Date): boolean {
  return now.getTime() - (lastUsed ?? created).getTime() > YEAR_MS;
}
