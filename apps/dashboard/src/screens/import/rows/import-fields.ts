import { type ColumnValues, isOriginal, reviewColumnsOf } from '@plaudit/contracts/review-columns';

/** What a column can hold, as the API names it. A title stands above the text. */
export const IMPORT_FIELDS = [
  'from_name',
  'posted_on',
  'rating_value',
  'title',
  'text',
  'media',
  'tags',
  'language',
  'external_id',
  'from_email',
  'from_url',
  'from_image',
  'post_url',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
/** The field of each column, in order. Null for a column that is left out. */
export type ColumnUses = readonly (ImportField | null)[];

export const REQUIRED_FIELDS: readonly ImportField[] = ['from_name', 'posted_on', 'text'];

/** What stands between the values of several columns of one field. The other fields are in one column only. */
export const SEPARATORS: Partial<Record<ImportField, string>> = { from_name: ' ', text: '\n', media: '\n' };

/** Returns true if the first row names columns: one name is known, and no cell has the form of an address or a number. */
export function looksLikeHeader(row: readonly string[]): boolean {
  if (row.some((cell) => cell.includes('@') || /^[+\d][\d\s().-]{3,}$/.test(cell.trim()))) return false;
  return usesByHeader(row, row.length).some((use) => use !== null);
}

/** Returns the field of each of so many columns by their names, and by what their values look like. */
export function usesByHeader(
  header: readonly string[],
  columns: number,
  valuesOf?: (column: number) => ColumnValues,
): ColumnUses {
  const found = reviewColumnsOf(header, valuesOf);
  const original = found.get('text')?.find((at) => isOriginal(header[at] ?? ''));
  if (original !== undefined) found.set('text', [original]);
  return Array.from(
    { length: columns },
    (_, at) => IMPORT_FIELDS.find((field) => found.get(field)?.includes(at)) ?? null,
  );
}

/** Returns the uses after a person chose one. Most fields are in one column only. */
export function withUse(uses: ColumnUses, column: number, field: ImportField | null): ColumnUses {
  return uses.map((use, at) => {
    if (at === column) return field;
    return use === field && use !== null && SEPARATORS[use] === undefined ? null : use;
  });
}
