/** Spreadsheets run a text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

type Cell = string | number | null;

/** Returns a CSV file as RFC 4180 has it. Texts that a spreadsheet would run as a formula get an apostrophe before them. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

function quoted(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell ?? '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
