import { stringify } from 'csv-stringify/sync';

export type CsvCell = string | number | boolean | null;

/** The media type of CSV with a header line. */
export const CSV_CONTENT_TYPE = 'text/csv; charset=utf-8; header=present';

/** Returns rows as lines of CSV. A text that a spreadsheet could run as a formula begins with an apostrophe. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(rows as CsvCell[][], {
    escape_formulas: true,
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
    cast: { boolean: String },
  });
}
