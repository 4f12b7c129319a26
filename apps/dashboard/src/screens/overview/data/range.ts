/** The periods of the chart: days, and twelve months. */
export const RANGES = ['30', '90', '12'] as const;
export type Range = (typeof RANGES)[number];

export const DEFAULT_RANGE: Range = '12';

/** Returns the period in the address, or the usual one for anything else. */
export function rangeOf(range: string | undefined): Range {
  return RANGES.find((one) => one === range) ?? DEFAULT_RANGE;
}
