/**
 * Returns the part of a whole as a fraction from 0 to 1 with at most 4 decimals, half up. Returns null if the whole is 0. A part
 * that is greater than the whole counts as all of it.
 */
export function share(part: number, whole: number): number | null {
  if (whole === 0) return null;
  return Math.floor((Math.min(part, whole) * 20_000 + whole) / (2 * whole)) / 10_000;
}

/** Returns the difference of two figures with at most 4 decimals. Returns null if one of them is missing. */
export function change(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : Math.round((now - before) * 10_000) / 10_000;
}
