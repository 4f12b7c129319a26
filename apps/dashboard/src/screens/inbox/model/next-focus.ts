/**
 * Returns the row that takes the focus when rows leave the list: the next one that stays, else the one before, else null.
 * `order` is the list with the rows that leave.
 */
export function nextFocus(
  order: readonly number[],
  leaving: ReadonlySet<number>,
  current: number | null,
): number | null {
  if (current !== null && !leaving.has(current)) return current;
  const at = current === null ? -1 : order.indexOf(current);
  const stays = (id: number): boolean => !leaving.has(id);
  return order.slice(at + 1).find(stays) ?? order.slice(0, Math.max(at, 0)).findLast(stays) ?? null;
}

/** Returns the row `step` rows further, at most the first or the last. Without a current row it is the first. */
export function stepFrom(order: readonly number[], current: number | null, step: number): number | null {
  const at = current === null ? -1 : order.indexOf(current);
  if (at < 0) return order[0] ?? null;
  return order[Math.min(Math.max(at + step, 0), order.length - 1)] ?? null;
}
