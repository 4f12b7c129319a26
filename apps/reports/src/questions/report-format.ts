import { csvLines, type CsvCell } from '@plaudit/runtime';
import type { ReportFormat } from './report-query.dto';

/** A report as a table, for CSV. */
export interface ReportTable {
  columns: string[];
  rows: CsvCell[][];
}

/** Rows that are written at once. */
const BATCH = 500;

/** Yields the CSV of a report in parts. */
export function* csvParts({ columns, rows }: ReportTable): Generator<string> {
  yield csvLines([columns]);
  for (let start = 0; start < rows.length; start += BATCH) yield csvLines(rows.slice(start, start + BATCH));
}

/**
 * Returns the format of a response. `format` wins over the Accept header. A client that accepts both equally, or neither, gets
 * JSON.
 */
export function reportFormat(
  format: ReportFormat | '' | undefined,
  accept: string | undefined,
): ReportFormat {
  if (format) return format;
  const ranges = (accept ?? '').toLowerCase().split(',').map(readRange);
  return qualityOf('text/csv', ranges) > qualityOf('application/json', ranges) ? 'csv' : 'json';
}

interface MediaRange {
  type: string;
  quality: number;
}

function readRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const given = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const quality = given === undefined ? 1 : Number(given.replace(/^q\s*=\s*/, ''));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The most specific range that matches decides. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  for (const name of [type, type.replace(/\/.*/, '/*'), '*/*']) {
    const matching = ranges.filter((range) => range.type === name);
    if (matching.length > 0) return Math.max(...matching.map(({ quality }) => quality));
  }
  return 0;
}
