export interface ChangedColumns<Columns> {
  before: Columns;
  after: Columns;
}

/**
 * Compares a patch with the current row. Returns the columns whose values differ, before and after, or null if none
 * does. A column whose wanted value is undefined is ignored.
 */
export function changedColumns<Columns extends object>(
  current: Columns,
  wanted: Columns,
): ChangedColumns<Columns> | null {
  const names = (Object.keys(wanted) as (keyof Columns)[]).filter(
    (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(current[name]),
  );
  if (names.length === 0) return null;
  const pick = (source: Columns): Columns =>
    Object.fromEntries(names.map((name) => [name, source[name]])) as Columns;
  return { before: pick(current), after: pick(wanted) };
}
