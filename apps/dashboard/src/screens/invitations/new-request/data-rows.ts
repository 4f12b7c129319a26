/** A value for the texts of a message, as typed. */
export interface DataRow {
  key: string;
  value: string;
}

export const MAX_DATA_ROWS = 20;
const KEY = /^[a-z][a-z0-9_]{0,39}$/;

type Data = Record<string, string>;

export function rowsOf(data: Readonly<Record<string, string | number | boolean | null>>): DataRow[] {
  return Object.entries(data).map(([key, value]) => ({ key, value: String(value ?? '') }));
}

/** Returns the values by name. Empty rows are left out. Returns null if a name is not allowed or there twice. */
export function dataOf(rows: readonly DataRow[]): Data | null {
  const used = rows.filter(({ key, value }) => key.trim() !== '' || value.trim() !== '');
  const entries = used.map(({ key, value }): [string, string] => [key.trim(), value.trim()]);
  const names = new Set(entries.map(([name]) => name));
  if (names.size !== entries.length || entries.some(([name]) => !KEY.test(name))) return null;
  return Object.fromEntries(entries);
}
