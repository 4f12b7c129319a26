/** The stars of a distribution, best first. */
export const STARS = ['5', '4', '3', '2', '1'] as const;

/** Returns the share of a count, 0 without any. */
export function shareOf(count: number, total: number): number {
  return total > 0 ? count / total : 0;
}

/** Returns the change of a share in percentage points with its sign, such as `+ 1.9`. */
export function pointsOf(share: number, before: number, format: (value: number) => string): string {
  const points = Math.round((share - before) * 1000) / 10;
  if (points === 0) return format(0);
  return `${points > 0 ? '+' : '−'} ${format(Math.abs(points))}`;
}
