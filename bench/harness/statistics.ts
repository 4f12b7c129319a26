/** Returns milliseconds of the machine's monotonic clock, which all processes share, unlike `performance.now`. */
export function steadyNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Returns the value below which `share` (0 to 1) of all values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/**
 * Returns the ratios round by round as "median (lowest-highest)". Noise that slows a whole round slows both sides of its ratio.
 * The spread shows how far to trust the median.
 */
export function ratio(ours: readonly number[], theirs: readonly number[]): string {
  const quotients = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
  const [lowest, highest] = [Math.min(...quotients), Math.max(...quotients)];
  return `${written(median(quotients))} (${written(lowest)}-${written(highest)})`;
}

/** Two decimals, or more if they would all be 0. */
function written(quotient: number): string {
  return quotient < 0.01 ? quotient.toPrecision(1) : quotient.toFixed(2);
}
