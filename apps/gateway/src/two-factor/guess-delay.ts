const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 3_600_000;

/**
 * Returns how long further codes are refused after this many failures in a row. The first five cost nothing. Each later
 * one doubles the delay, up to an hour, which leaves a guesser 24 of a million codes a day.
 */
export function guessDelayMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES), MAX_DELAY_MS);
}
