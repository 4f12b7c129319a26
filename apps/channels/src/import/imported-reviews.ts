import { ApiError } from '@plaudit/contracts';
import { hiddenRowsOf } from '@plaudit/contracts/review-columns';
import { type BulkError, bulkSummary, readBulkItems } from '@plaudit/runtime';
import type { NormalizedReview } from '../platforms/platform';
import { withDerivedIds } from '../platforms/builders/review-draft';
import { type CsvRow, readCsv } from './csv-table';
import { columnName, columnsOf, columnUsesOf, type ColumnUses, type ImportMapping } from './import-columns';
import { readRow } from './import-row';
import { type FileTerms, type GivenTerms, termsOf } from './import-terms';

/** The review of each row, or why the row is not valid. Null for a hidden row that cannot be read. */
export type ImportedRow = NormalizedReview | ApiError | null;

interface ImportFile {
  csv: string;
  mapping: ImportMapping;
  input: GivenTerms;
}

/** A file that was read: its rows, and how they were understood. */
export interface ReadImport {
  rows: readonly ImportedRow[];
  reading: ColumnUses & FileTerms & Pick<ImportResult, 'hidden_by'>;
}

/** What an import did. */
export interface ImportResult extends ColumnUses, FileTerms {
  success: true;
  validate_only: boolean;
  total: number;
  valid: number;
  invalid: number;
  /** Rows that the file marks as deleted, hidden, spam or waiting. They are neither valid nor invalid. */
  hidden: number;
  /** The columns that say so. */
  hidden_by: string[];
  /** Reviews that are new to the channel. */
  inserted: number;
  /** Reviews that an earlier import had brought and that are different now. */
  updated: number;
  errors: BulkError[];
}

/**
 * Reads a file. Of rows that stand for the same review, the first one is valid. Throws 400 if the file as a whole cannot be read.
 */
export async function readImport(
  { csv, mapping, input }: ImportFile,
  { now, scale }: { now: Date; scale: number },
): Promise<ReadImport> {
  const names = Object.values(mapping).flatMap((name) => name ?? []);
  const table = await readCsv(csv, names);
  const { header, rows } = table;
  const columns = columnsOf(table, mapping);
  const terms = termsOf(table, columns, { scale, now }, input);
  const { hidden, columns: hiding } = hiddenRowsOf(
    header,
    rows.map(({ cells }) => cells),
    new Set([...columns.values()].flat()),
  );
  const hidden_by = hiding.map((at) => columnName(header, at));
  const rowTerms = {
    now,
    scale: terms.rating_scale.value,
    // An assumed order binds no date that has one reading only.
    order: terms.date_order?.from === 'assumed' ? undefined : terms.date_order?.value,
    header,
  };
  const read = await readBulkItems(rows, (_row, index) => readRow(rows[index] as CsvRow, columns, rowTerms));
  const shown = read.map((row, index) => (hidden.has(index) ? hiddenRow(row) : row));
  const { columns: uses, ignored_columns: ignored } = columnUsesOf(header, columns);
  const reading = {
    columns: uses,
    ignored_columns: ignored.filter((name) => !hidden_by.includes(name)),
    hidden_by,
    ...terms,
  };
  return { rows: withoutRepetitions(shown), reading };
}

function hiddenRow(row: NormalizedReview | ApiError): NormalizedReview | null {
  return row instanceof ApiError ? null : { ...row, removed: true };
}

/** Returns the reviews that are valid or hidden. */
export function reviewsIn(rows: ReadImport['rows']): NormalizedReview[] {
  return rows.filter((row): row is NormalizedReview => row !== null && !(row instanceof ApiError));
}

/** Returns the number of rows that are valid. */
export function validCount(rows: ReadImport['rows']): number {
  return reviewsIn(rows).filter(({ removed }) => !removed).length;
}

/** Returns the response of an import. */
export function importResult(
  { rows, reading }: ReadImport,
  stored: { inserted: number; updated: number } | null,
): ImportResult {
  const outcomes = rows.map((row) => (row instanceof ApiError ? row : null));
  const { ids: _ids, ...summary } = bulkSummary(outcomes, stored === null);
  const valid = validCount(rows);
  const hidden = summary.valid - valid;
  return {
    ...summary,
    valid,
    hidden,
    inserted: stored?.inserted ?? 0,
    updated: stored?.updated ?? 0,
    ...reading,
  };
}

function withoutRepetitions(rows: readonly ImportedRow[]): ImportedRow[] {
  const reviews = withDerivedIds(reviewsIn(rows));
  const shown = new Set(reviews.filter(({ removed }) => !removed).map(({ externalId }) => externalId));
  const identified = reviews.values();
  const firsts = new Map<string, number>();
  return rows.map((row, index) => {
    if (row === null || row instanceof ApiError) return row;
    const review = identified.next().value as NormalizedReview;
    const { externalId, removed } = review;
    if (removed && (shown.has(externalId) || firsts.has(externalId))) return null;
    const first = firsts.get(externalId);
    if (first !== undefined) return repetitionOf(first, review);
    firsts.set(externalId, index);
    return review;
  });
}

function repetitionOf(first: number, { idKind }: NormalizedReview): ApiError {
  const [field, what] =
    idKind === 'native'
      ? ['external_id', 'external_id is that of']
      : ['text', 'text, from_name, posted_on and rating_value are those of'];
  return new ApiError('duplicate_review', `${what} row ${first} of this file; send the review once.`, {
    field,
  });
}
