import { type Review, REVIEW_FIELDS } from '@plaudit/contracts';
import { CSV_CONTENT_TYPE, type CsvCell, csvLines } from '@plaudit/runtime';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: CSV_CONTENT_TYPE,
  ndjson: 'application/x-ndjson; charset=utf-8',
};

const COLUMNS = Object.keys(REVIEW_FIELDS) as (keyof Review)[];

/** Returns the beginning of an export. */
export function headOf(format: ExportFormat): string {
  return format === 'csv' ? csvLines([COLUMNS]) : '';
}

/** Returns the lines of reviews, which are given as JSON. */
export function linesOf(format: ExportFormat, reviews: readonly string[]): string {
  if (format === 'ndjson') return reviews.map((review) => `${review}\n`).join('');
  return csvLines(reviews.map((json) => cells(JSON.parse(json) as Review)));
}

function cells(review: Review): CsvCell[] {
  return COLUMNS.map((name) => {
    if (name === 'tags') return review.tags.map((tag) => tag.name).join(', ');
    if (name === 'posted_on' && review.posted_precision === 'unknown') return '';
    const value = review[name];
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CsvCell);
  });
}
