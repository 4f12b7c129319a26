/** Returns the cursor of each page of a list that is ordered by id, of which these rows are loaded. The first page has none. */
export function pageCursors(ids: readonly number[], pageSize: number): (number | null)[] {
  const ends = ids.filter((_id, at) => (at + 1) % pageSize === 0 && at + 1 < ids.length);
  return ids.length === 0 ? [] : [null, ...ends];
}
