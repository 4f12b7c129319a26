/** Sub accounts that a person entered or pinned in this browser, with their names, so that they are shown at once. */
export interface VisitedAccount {
  id: number;
  name: string;
  pinned: boolean;
}

const MAX_RECENT = 8;
const MAX_PINNED = 20;

/** Returns the list after a visit: the newest first, pinned ones kept. */
export function withVisit(
  visited: readonly VisitedAccount[],
  { id, name }: Pick<VisitedAccount, 'id' | 'name'>,
): VisitedAccount[] {
  const pinned = visited.find((one) => one.id === id)?.pinned ?? false;
  return bounded([{ id, name, pinned }, ...visited.filter((one) => one.id !== id)]);
}

/** Returns the list after the pin of a sub account was set or removed. */
export function withPin(
  visited: readonly VisitedAccount[],
  { id, name }: Pick<VisitedAccount, 'id' | 'name'>,
): VisitedAccount[] {
  const known = visited.find((one) => one.id === id) ?? { id, name, pinned: false };
  const changed = { ...known, name, pinned: !known.pinned };
  const isListed = visited.some((one) => one.id === id);
  return bounded(isListed ? visited.map((one) => (one.id === id ? changed : one)) : [...visited, changed]);
}

/** Reads the stored list. Anything else in its place counts as an empty one. */
export function readVisited(stored: string | null): VisitedAccount[] {
  try {
    const list = JSON.parse(stored ?? '[]') as unknown;
    return Array.isArray(list) ? bounded(list.filter(isVisited)) : [];
  } catch {
    return [];
  }
}

function bounded(visited: readonly VisitedAccount[]): VisitedAccount[] {
  const pinned = visited.filter((one) => one.pinned).slice(0, MAX_PINNED);
  const recent = visited.filter((one) => !one.pinned).slice(0, MAX_RECENT);
  return visited.filter((one) => pinned.includes(one) || recent.includes(one));
}

function isVisited(value: unknown): value is VisitedAccount {
  const { id, name, pinned } = (value ?? {}) as Partial<VisitedAccount>;
  return Number.isSafeInteger(id) && typeof name === 'string' && typeof pinned === 'boolean';
}
