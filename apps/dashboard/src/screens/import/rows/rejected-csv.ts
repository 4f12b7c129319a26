import type { CsvTable } from '../../../csv/csv-parser';
import { writeCsv } from '../../../csv/csv-writer';
import type { ColumnUses } from './import-fields';
import { groupOf, type ImportRow } from './import-rows';

/** Returns the rows that are not imported, with all columns of the file, what a person changed, and the reason. */
export function rejectedCsv(
  table: CsvTable,
  rows: readonly ImportRow[],
  { uses, hasHeader, heading }: { uses: ColumnUses; hasHeader: boolean; heading: string },
  reasonOf: (row: ImportRow) => string,
): string {
  const cells = new Map(table.rows.map((row) => [row.line, row.cells]));
  const lines = rejectedRows(rows).map((row) => {
    const original = cells.get(row.line) ?? [];
    const values = uses.map((use, at) => (use ? (row.values[use] ?? '') : (original[at] ?? '')));
    return [...values, reasonOf(row)];
  });
  const header = uses.map((use, at) =>
    hasHeader ? (table.rows[0]?.cells[at] ?? '') : (use ?? String(at + 1)),
  );
  return writeCsv([[...header, heading], ...lines]);
}

export function rejectedRows(rows: readonly ImportRow[]): ImportRow[] {
  return rows.filter((row) => groupOf(row) === 'problems' || groupOf(row) === 'duplicates');
}
