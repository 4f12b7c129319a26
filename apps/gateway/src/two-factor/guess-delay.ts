const DELAYED_FROM = 5;
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 3_600_000;

/**
 * Returns how long further codes are refused after this many failures in a row. The fifth delays
 * the next code by 30 s. Each later one doubles the delay, up to an hour, which leaves a guesser 24 of a million codes a
 * day.
 */
export function guessDelayMs(failures: number): number {
  if (failures < DELAYED_FROM) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - DELAYED_FROM), MAX_DELAY_MS);
}
