import { type ColumnValues, columnValuesOf } from '@plaudit/contracts/review-columns';
import type { CsvTable } from '../../../csv/csv-parser';
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

/** Returns the first value of a column that is not empty. */
export function sampleOf({ rows }: CsvTable, hasHeader: boolean, column: number): string {
  return rows.slice(hasHeader ? 1 : 0).find(({ cells }) => cells[column]?.trim())?.cells[column] ?? '';
}

function valuesOf({ rows }: CsvTable, hasHeader: boolean, uses: ColumnUses, field: ImportField): string[] {
  const column = uses.indexOf(field);
  return column < 0 ? [] : rows.slice(hasHeader ? 1 : 0).map(({ cells }) => cells[column] ?? '');
}
