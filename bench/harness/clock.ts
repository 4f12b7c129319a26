/** Milliseconds of the machine's steady clock, which all processes share; `performance.now` starts in each anew. */
export function steadyNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
