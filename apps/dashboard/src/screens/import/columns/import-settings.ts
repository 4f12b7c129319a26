import { type ColumnValues, columnValuesOf, hiddenRowsOf } from '@plaudit/contracts/review-columns';
import type { CsvRow, CsvTable } from '../../../csv/csv-parser';
import type { DateOrder } from '../review-date';
import { dateOrderOf, type OrderEvidence } from '../review-date';
import { type ColumnUses, type ImportField, looksLikeHeader, usesByHeader } from '../rows/import-fields';
import { type RatingScale, scaleOf } from '../rows/local-problem';
import type { SourceChoice } from '../source-field';

/** So many rows show what a column holds. */
const MAX_SAMPLE = 501;

/** How a file is read and where its reviews go. */
export interface ImportSettings {
  hasHeader: boolean;
  uses: ColumnUses;
  scale: RatingScale;
  order: DateOrder;
  source: SourceChoice;
  isApproved: boolean;
}

/** Returns settings for a table. The name of the file becomes the name of a new source. */
export function firstSettings(table: CsvTable, fileName: string): ImportSettings {
  const hasHeader = looksLikeHeader(table.rows[0]?.cells ?? []);
  const uses = usesOf(table, hasHeader);
  return {
    hasHeader,
    uses,
    ...readingOf(table, hasHeader, uses),
    source: { kind: 'new', name: fileName.replace(/\.[^.]*$/, '').slice(0, 100) },
    isApproved: false,
  };
}

/** Guesses scale and order from the values of the columns. */
export function readingOf(
  table: CsvTable,
  hasHeader: boolean,
  uses: ColumnUses,
): Pick<ImportSettings, 'scale' | 'order'> {
  return {
    scale: scaleOf(valuesOf(table, hasHeader, uses, 'rating_value')),
    order: orderEvidence(table, hasHeader, uses).order,
  };
}

export function orderEvidence(table: CsvTable, hasHeader: boolean, uses: ColumnUses): OrderEvidence {
  return dateOrderOf(valuesOf(table, hasHeader, uses, 'posted_on'));
}

/** Returns the fields of the columns by their headings. Without headings a person chooses all of them. */
export function usesOf(table: CsvTable, hasHeader: boolean): ColumnUses {
  const columns = table.rows.slice(0, 100).reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const [header, ...rows] = table.rows.slice(0, MAX_SAMPLE).map(({ cells }) => cells);
  const valuesOf = (column: number): ColumnValues => columnValuesOf(rows.map((cells) => cells[column] ?? ''));
  return usesByHeader(hasHeader ? (header ?? []) : [], columns, valuesOf);
}

/** The rows of a file that visitors of its platform see, and the names of the columns that mark the others. */
export interface ShownRows {
  rows: readonly CsvRow[];
  hiddenCount: number;
  hiddenBy: string[];
}

/** Leaves out the rows that the file marks as deleted, hidden, spam or waiting. A column that holds a field marks nothing. */
export function shownRowsOf({ rows: all }: CsvTable, hasHeader: boolean, uses: ColumnUses): ShownRows {
  const header = (hasHeader && all[0]?.cells) || [];
  const rows = all.slice(hasHeader ? 1 : 0);
  const taken = new Set(uses.flatMap((use, column) => (use ? [column] : [])));
  const { hidden, columns } = hiddenRowsOf(
    header,
    rows.map(({ cells }) => cells),
    taken,
  );
  return {
    rows: rows.filter((_row, at) => !hidden.has(at)),
    hiddenCount: hidden.size,
    hiddenBy: columns.map((column) => header[column] ?? ''),
  };
}

/** Returns the first value of a column that is not empty. */
export function sampleOf({ rows }: CsvTable, hasHeader: boolean, column: number): string {
  return rows.slice(hasHeader ? 1 : 0).find(({ cells }) => cells[column]?.trim())?.cells[column] ?? '';
}

function valuesOf({ rows }: CsvTable, hasHeader: boolean, uses: ColumnUses, field: ImportField): string[] {
  const column = uses.indexOf(field);
  return column < 0 ? [] : rows.slice(hasHeader ? 1 : 0).map(({ cells }) => cells[column] ?? '');
}
