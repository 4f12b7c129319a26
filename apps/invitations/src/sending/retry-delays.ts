const MINUTE_MS = 60_000;
const DELAYS_MS = [5, 15, 60, 240, 720].map((minutes) => minutes * MINUTE_MS);

/** Returns how long to wait after so many failed attempts. Returns null after the last one. */
export function retryDelayMs(attempts: number): number | null {
  return DELAYS_MS[Math.max(0, attempts - 1)] ?? null;
}
