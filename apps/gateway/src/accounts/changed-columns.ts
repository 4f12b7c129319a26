/** The columns that a patch really changes, as they were and as they will be; null when it changes none. */
export function changedColumns<Columns extends object>(
  current: Columns,
  wanted: Columns,
): { before: Columns; after: Columns } | null {
  const names = (Object.keys(wanted) as (keyof Columns)[]).filter(
    (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(current[name]),
  );
  if (names.length === 0) return null;
  const pick = (source: Columns): Columns =>
    Object.fromEntries(names.map((name) => [name, source[name]])) as Columns;
  return { before: pick(current), after: pick(wanted) };
}
