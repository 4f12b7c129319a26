import type { Schema } from '@plaudit/client';
import { columnValuesOf, plainColumnName, reviewColumnsOf } from '@plaudit/contracts/review-columns';
import { parseReviewCsv } from '../../../csv/csv-parser';

/** What a column of a file for a channel can hold, in the order of the choices. */
export const CSV_FIELDS = [
  'from_name',
  'posted_on',
  'rating_value',
  'rating_scale',
  'title',
  'text',
  'reply',
  'reply_posted_on',
  'media',
  'language',
  'verified',
  'external_id',
  'post_url',
  'from_url',
  'from_image',
] as const satisfies readonly Schema<'ImportColumn'>['field'][];
export type CsvField = (typeof CSV_FIELDS)[number];

/** Fields that several columns can hold together. */
const SEVERAL: ReadonlySet<CsvField> = new Set<CsvField>(['from_name', 'text', 'media']);

const MAX_COLUMNS = 100;

/** A column of a file, and what it is read as. */
export interface CsvColumn {
  name: string;
  use: CsvField | null;
  /** The first value that is not empty. */
  sample: string;
  /** True if it has no name, or that of an earlier column. A mapping cannot name it. */
  isUnnamed: boolean;
}

/** Returns the columns of a file with what their names say. The server finds the same. */
export function csvColumns(csv: string): CsvColumn[] {
  const [header, ...rows] = parseReviewCsv(csv).rows.map(({ cells }) => cells);
  const names = (header ?? []).slice(0, MAX_COLUMNS).map((name) => name.trim());
  const valuesOf = (at: number): string[] => rows.map((cells) => cells[at] ?? '');
  const found = reviewColumnsOf(names, (at) => columnValuesOf(valuesOf(at)));
  const plain = names.map(plainColumnName);
  return names.map((name, at) => ({
    name,
    use: CSV_FIELDS.find((field) => found.get(field)?.includes(at)) ?? null,
    sample: valuesOf(at).find((value) => value.trim() !== '') ?? '',
    isUnnamed: plain[at] === '' || plain.indexOf(plain[at] ?? '') < at,
  }));
}

/** Returns the columns after a person chose a use. Most fields are in one column only. */
export function withCsvUse(columns: readonly CsvColumn[], column: number, use: CsvField | null): CsvColumn[] {
  return columns.map((one, at) => {
    if (at === column) return { ...one, use };
    return one.use === use && use !== null && !SEVERAL.has(use) ? { ...one, use: null } : one;
  });
}

/** Returns the mapping that says what a person chose: the columns of each field, and null for a field without one. */
export function mappingOf(columns: readonly CsvColumn[]): Record<string, string | string[] | null> {
  return Object.fromEntries(
    CSV_FIELDS.map((field) => {
      const names = columns.filter(({ use }) => use === field).map(({ name }) => name);
      return [field, names.length > 1 ? names : (names[0] ?? null)];
    }),
  );
}
