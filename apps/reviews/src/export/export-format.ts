import { type Review, REVIEW_FIELDS } from '@plaudit/contracts';
import { stringify } from 'csv-stringify/sync';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

const COLUMNS = Object.keys(REVIEW_FIELDS) as (keyof Review)[];

/** Returns the beginning of an export. */
export function headOf(format: ExportFormat): string {
  return format === 'csv' ? csv([COLUMNS]) : '';
}

/** Returns the lines of reviews, which are given as JSON. */
export function linesOf(format: ExportFormat, reviews: readonly string[]): string {
  if (format === 'ndjson') return reviews.map((review) => `${review}\n`).join('');
  return csv(reviews.map((json) => cells(JSON.parse(json) as Review)));
}

type Cell = string | number | boolean | null;

function cells(review: Review): Cell[] {
  return COLUMNS.map((name) => {
    if (name === 'tags') return review.tags.map((tag) => tag.name).join(', ');
    const value = review[name];
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell);
  });
}

/** A cell that a spreadsheet could run as a formula begins with an apostrophe. */
function csv(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], {
    escape_formulas: true,
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
    cast: { boolean: String },
  });
}
