import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { MAX_BULK_ITEMS } from '@plaudit/runtime';
import { CsvError, parse } from 'csv-parse';
import { dialectOf } from './csv-dialect';
import { invalidCsv } from './csv-error';

export const MAX_COLUMNS = 100;

/** A text and a reply of 20,000 characters, each of four bytes, and their quotes fit. */
const MAX_ROW_BYTES = 256 * 1024;

/** Reading takes about 2 ms. Other requests are served after each part. */
const PART_BYTES = 32 * 1024;

export interface CsvRow {
  /** As many as the header has at most. A row may have fewer. */
  cells: readonly string[];
  /** True if the row has more cells than the header, and they are not empty. */
  isTooLong: boolean;
}

export interface CsvTable {
  header: readonly string[];
  /** At least one. Rows without any text are left out. */
  rows: readonly CsvRow[];
}

/**
 * Reads a CSV file with a header. Throws 400 if it is not CSV, or has more than {@link MAX_COLUMNS} columns or 500
 * rows. `names` are names of its columns that are known already.
 */
export async function readCsv(text: string, names: readonly string[] = []): Promise<CsvTable> {
  if (text.includes('\0')) {
    throw invalidCsv('csv contains NUL characters, so it is no text; save the file as CSV in UTF-8.');
  }
  const { delimiter, rows } = dialectOf(text.replace(/^\uFEFF/, ''), names);
  let header: readonly string[] | null = null;
  const read: CsvRow[] = [];
  for await (const record of recordsOf(rows, delimiter)) {
    if (header === null) header = headerOf(record);
    else read.push(rowOf(record, header.length));
    if (read.length > MAX_BULK_ITEMS) {
      const msg = `csv must have at most ${MAX_BULK_ITEMS} rows below its header; send the rest in another request.`;
      throw invalidCsv(msg, 'bulk_too_large');
    }
  }
  if (header === null) throw invalidCsv('csv is empty; send a header and at least one row.', 'bulk_empty');
  const rowsOfReviews = withoutFrame(read);
  if (rowsOfReviews.length === 0)
    throw invalidCsv('csv must have at least one row below its header.', 'bulk_empty');
  return { header, rows: rowsOfReviews };
}

async function* recordsOf(rows: string, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    max_record_size: MAX_ROW_BYTES,
    relax_column_count: true,
    skip_records_with_empty_values: true,
  });
  const source = Readable.from(partsOf(Buffer.from(rows)));
  try {
    for await (const record of source.pipe(parser)) yield record as string[];
  } catch (error) {
    throw error instanceof CsvError ? invalidCsv(faultOf(error)) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

async function* partsOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    yield bytes.subarray(at, at + PART_BYTES);
    await setImmediate();
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed; close it, and double quotes inside of a cell',
  CSV_INVALID_CLOSING_QUOTE:
    'has text behind a closing quote; put a delimiter there, or double quotes inside of a cell',
  INVALID_OPENING_QUOTE: 'has a quote inside of a cell without quotes; quote the cell, and double its quotes',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'has text behind a closing quote; put a delimiter there, or double quotes inside of a cell',
  CSV_MAX_RECORD_SIZE: `has a row of more than ${MAX_ROW_BYTES / 1_024} KiB; shorten it, and check that every quote is closed`,
};

function faultOf(error: CsvError): string {
  const { lines } = error as CsvError & { lines?: unknown };
  const fault = FAULTS[error.code] ?? 'cannot be read as CSV';
  return `csv ${fault}${typeof lines === 'number' ? ` (line ${lines})` : ''}.`;
}

function headerOf(record: readonly string[]): readonly string[] {
  if (record.length <= MAX_COLUMNS) return record.map((name) => name.trim());
  throw invalidCsv(`csv has ${record.length} columns; send at most ${MAX_COLUMNS}.`);
}

/** How the last lines of an export begin that sum it up. */
const SUMMARY =
  /^(?:(?:grand )?totals?|totale?s?|totaal|sum|summe|somme|suma|gesamt|averages?|avg|mean|durchschnitt|moyenne|promedio|media|gemiddelde|count|anzahl|generated|exported|end of|copyright|©)(?![\p{L}\p{N}])/iu;
/** A figure that sums a column up. A date, and any other text, are those of a review. */
const FIGURE = /^(?!.*\d{4})(?!.*\d[./-]\d{1,2}[./-]\d)[^\p{L}]*$/u;
/** The second line of surveys, which says what an answer is. */
const KIND_OF_ANSWER = /^(?:open-ended )?response$/i;
const MAX_SUMMARY = 3;

/** Returns the rows without those of an export about itself: kinds of answers at the beginning, and sums without texts and dates at the end. */
function withoutFrame(rows: readonly CsvRow[]): readonly CsvRow[] {
  const filled = ({ cells }: CsvRow): string[] =>
    cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const kinds = rows[0] ? filled(rows[0]) : [];
  const start = kinds.length > 0 && kinds.every((cell) => KIND_OF_ANSWER.test(cell)) ? 1 : 0;
  let end = rows.length;
  while (end > start && rows.length - end < MAX_SUMMARY) {
    const [first = '', ...figures] = filled(rows[end - 1] as CsvRow);
    if (!SUMMARY.test(first) || !figures.every((cell) => FIGURE.test(cell))) break;
    end -= 1;
  }
  return rows.slice(start, end);
}

function rowOf(record: readonly string[], columns: number): CsvRow {
  const isTooLong = record.length > columns && record.slice(columns).some((cell) => cell.trim() !== '');
  return { cells: record.slice(0, columns), isTooLong };
}
