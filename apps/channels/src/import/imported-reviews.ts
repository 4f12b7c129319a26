import { ApiError } from '@plaudit/contracts';
import { type BulkError, bulkSummary, readBulkItems } from '@plaudit/runtime';
import type { NormalizedReview } from '../platforms/platform';
import { withDerivedIds } from '../platforms/builders/review-draft';
import { readCsv } from './csv-table';
import { columnsOf, columnUsesOf, type ColumnUses, type ImportMapping } from './import-columns';
import { readRow } from './import-row';
import { type FileTerms, type GivenTerms, termsOf } from './import-terms';

/** The review of each row, or why the row is not valid. */
export type ImportedRow = NormalizedReview | ApiError;

interface ImportFile {
  csv: string;
  mapping: ImportMapping;
  input: GivenTerms;
}

/** A file that was read: its rows, and how they were understood. */
export interface ReadImport {
  rows: readonly ImportedRow[];
  reading: ColumnUses & FileTerms;
}

/** What an import did. */
export interface ImportResult extends ColumnUses, FileTerms {
  success: true;
  validate_only: boolean;
  total: number;
  valid: number;
  invalid: number;
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
  const table = await readCsv(csv);
  const { header } = table;
  const columns = columnsOf(table, mapping);
  const terms = termsOf(table, columns, { scale, now }, input);
  const rowTerms = {
    now,
    scale: terms.rating_scale.value,
    // An assumed order binds no date that has one reading only.
    order: terms.date_order?.from === 'assumed' ? undefined : terms.date_order?.value,
    header,
  };
  const read = await readBulkItems(table.rows, (_row, index) =>
    readRow(table.rows[index] as (typeof table.rows)[number], columns, rowTerms),
  );
  return { rows: withoutRepetitions(read), reading: { ...columnUsesOf(header, columns), ...terms } };
}

/** Returns the valid reviews. */
export function validReviews(rows: ReadImport['rows']): NormalizedReview[] {
  return rows.filter((row): row is NormalizedReview => !(row instanceof ApiError));
}

/** Returns the response of an import. */
export function importResult(
  { rows, reading }: ReadImport,
  stored: { inserted: number; updated: number } | null,
): ImportResult {
  const outcomes = rows.map((row) => (row instanceof ApiError ? row : null));
  const { ids: _ids, ...summary } = bulkSummary(outcomes, stored === null);
  return { ...summary, inserted: stored?.inserted ?? 0, updated: stored?.updated ?? 0, ...reading };
}

function withoutRepetitions(rows: readonly ImportedRow[]): ImportedRow[] {
  const identified = withDerivedIds(validReviews(rows)).values();
  const firsts = new Map<string, number>();
  return rows.map((row, index) => {
    if (row instanceof ApiError) return row;
    const review = identified.next().value as NormalizedReview;
    const first = firsts.get(review.externalId);
    if (first !== undefined) return repetitionOf(first, review);
    firsts.set(review.externalId, index);
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
