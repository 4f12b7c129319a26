/** Returns milliseconds of the machine's monotonic clock, which all processes share, unlike `performance.now`. */
export function steadyNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
