import type { Schema } from '@plaudit/client';
import type { ItemFault } from '../../../api/api-error';
import type { CsvRow } from '../../../csv/csv-parser';
import type { DateOrder } from '../review-date';
import { MAX_MEDIA, MAX_TAGS } from '../add/review-draft';
import { type ColumnUses, type ImportField, SEPARATORS } from './import-fields';
import { localProblem, type LocalProblem, ratingOf, type RatingScale } from './local-problem';
import { readReviewDate } from '../review-date';

export type RowState =
  /** It was not sent since it was read or changed. */
  | { kind: 'unchecked' }
  | { kind: 'ready' }
  /** An earlier row has the same author and text. */
  | { kind: 'duplicate_row'; line: number }
  /** The server has such a review, or another row of the request is such a one. */
  | { kind: 'duplicate'; id: number | null; fault: ItemFault }
  | { kind: 'problem'; problem: LocalProblem }
  | { kind: 'refused'; fault: ItemFault }
  | { kind: 'imported'; id: number };

export type RowGroup = 'ready' | 'duplicates' | 'problems' | 'imported';
export type RowValues = Partial<Record<ImportField, string>>;

export interface ImportRow {
  line: number;
  values: RowValues;
  state: RowState;
}

/** How the values of a file are read. */
export interface ReadOptions {
  scale: RatingScale;
  order: DateOrder;
}

export interface SendOptions extends ReadOptions {
  sourceId: number | null;
  isApproved: boolean;
}

/** What a person changed, by line. */
export type Edits = ReadonlyMap<number, RowValues>;

/** Returns the rows of a table by the uses of its columns. Their own problems and duplicates among them are known already. */
export function importRows(
  rows: readonly CsvRow[],
  uses: ColumnUses,
  edits: Edits,
  options: ReadOptions,
): ImportRow[] {
  const read = rows.map(({ line, cells }): ImportRow => {
    const values: RowValues = {};
    for (const [column, use] of uses.entries()) {
      const value = (cells[column] ?? '').trim();
      if (!use || isNothing(use, value)) continue;
      values[use] = values[use] === undefined ? value : `${values[use]}${SEPARATORS[use]}${value}`;
    }
    return { line, values: { ...values, ...edits.get(line) }, state: { kind: 'unchecked' } };
  });
  return withOwnStates(read, options);
}

/** Returns the rows after a person changed a value. The row must be checked again, and so must those that it duplicated. */
export function withValue(
  rows: readonly ImportRow[],
  line: number,
  values: RowValues,
  options: ReadOptions,
): ImportRow[] {
  const changed = rows.map((row): ImportRow =>
    row.line === line ? { ...row, values: { ...row.values, ...values }, state: { kind: 'unchecked' } } : row,
  );
  return withOwnStates(changed, options);
}

/** Marks what the browser can tell by itself: problems of a row, and rows with the author and text of an earlier one. */
function withOwnStates(rows: readonly ImportRow[], options: ReadOptions): ImportRow[] {
  const now = new Date();
  const lines = new Map<string, number>();
  return rows.map((row): ImportRow => {
    if (row.state.kind === 'imported') return row;
    const problem = localProblem(row.values, options, now);
    if (problem) return { ...row, state: { kind: 'problem', problem } };
    const key = JSON.stringify([row.values.from_name, row.values.text]);
    const earlier = lines.get(key);
    if (earlier !== undefined) return { ...row, state: { kind: 'duplicate_row', line: earlier } };
    lines.set(key, row.line);
    const isOld = row.state.kind === 'duplicate_row' || row.state.kind === 'problem';
    return isOld ? { ...row, state: { kind: 'unchecked' } } : row;
  });
}

/** What databases and spreadsheets write into an empty cell, and what people write besides. */
const NOTHING = /^(?:|null|NULL|\\N|nan|NaN|#N\/A)$/;
const NO_VALUE = /^(?:null|none|n\/a|nat|undefined|[-–—])$/i;

function isNothing(field: ImportField, value: string): boolean {
  const isWritten = field === 'text' || field === 'from_name';
  return NOTHING.test(value) || (!isWritten && NO_VALUE.test(value));
}

/** Returns the request of a row without local problems. */
export function inputOf({ values }: ImportRow, options: SendOptions): Schema<'ReviewCreateInput'> {
  const { from_name = '', posted_on = '', text = '', title, rating_value, tags, media, ...others } = values;
  const date = readReviewDate(posted_on, options.order, new Date());
  const rating = ratingOf(rating_value, options.scale);
  return {
    from_name,
    text: title && !text.startsWith(title) ? `${title}\n${text}` : text,
    posted_on: date.kind === 'date' ? date.iso : posted_on,
    status: options.isApproved ? 'approved' : 'inbox',
    ...(typeof rating === 'number' && { rating_value: rating, rating_scale: options.scale }),
    ...(tags && { tags: tagsOf(tags) }),
    ...(media && { media: mediaOf(media) }),
    ...(options.sourceId !== null && { source_id: options.sourceId }),
    ...withoutEmpty(others),
  };
}

/** Returns the rows with what the server said about some of them: what would happen, or what happened. */
export function withAnswer(
  rows: readonly ImportRow[],
  items: readonly ImportRow[],
  { validate_only: isDry, ids, errors }: Schema<'ReviewBulk'>,
): ImportRow[] {
  const states = new Map<number, RowState>(
    items.map(({ line }, at) => {
      const id = ids[at] ?? null;
      if (isDry) return [line, { kind: 'ready' }];
      return [line, id === null ? { kind: 'unchecked' } : { kind: 'imported', id }];
    }),
  );
  for (const { index, field, code, msg, existing_id: id = null } of errors) {
    const item = items[index];
    if (!item) continue;
    const fault = { code, field, msg };
    const isDuplicate = code === 'duplicate_review';
    states.set(item.line, isDuplicate ? { kind: 'duplicate', id, fault } : { kind: 'refused', fault });
  }
  return rows.map((row) => {
    const state = states.get(row.line);
    return state ? { ...row, state } : row;
  });
}

/** Returns the tab in which a row is. Null for one that is still to be checked. */
export function groupOf({ state: { kind } }: ImportRow): RowGroup | null {
  if (kind === 'unchecked') return null;
  if (kind === 'duplicate_row' || kind === 'duplicate') return 'duplicates';
  return kind === 'problem' || kind === 'refused' ? 'problems' : kind;
}

/** Returns the field that is wrong. */
export function badField({ state }: ImportRow): string | null {
  if (state.kind === 'problem') return state.problem.field;
  return state.kind === 'refused' ? (state.fault.field?.split(/[.[]/)[0] ?? null) : null;
}

export interface RowCounts extends Record<RowGroup, number> {
  unchecked: number;
}

export function countRows(rows: readonly ImportRow[]): RowCounts {
  const counts: RowCounts = { ready: 0, duplicates: 0, problems: 0, imported: 0, unchecked: 0 };
  for (const row of rows) counts[groupOf(row) ?? 'unchecked'] += 1;
  return counts;
}

/** The average rating and the years of the rows that are ready. */
export function summaryOf(
  rows: readonly ImportRow[],
  { scale, order }: ReadOptions,
): { average: number | null; years: [number, number] | null } {
  const now = new Date();
  const ratings: number[] = [];
  const years: number[] = [];
  for (const { values, state } of rows) {
    if (state.kind !== 'ready') continue;
    const rating = ratingOf(values.rating_value, scale);
    if (typeof rating === 'number') ratings.push((rating / scale) * 5);
    const date = readReviewDate(values.posted_on ?? '', order, now);
    if (date.kind === 'date') years.push(date.at.getUTCFullYear());
  }
  const bounds = years.reduce<[number, number]>(
    ([first, last], year) => [Math.min(first, year), Math.max(last, year)],
    [Infinity, -Infinity],
  );
  return {
    average: ratings.length > 0 ? ratings.reduce((sum, one) => sum + one, 0) / ratings.length : null,
    years: years.length > 0 ? bounds : null,
  };
}

/** Returns the files of a cell, which has several URLs with any signs between them. */
function mediaOf(text: string): Schema<'MediaInput'>[] {
  const urls = text.replaceAll('\\/', '/').match(/https?:\/\/[^\s"'|;<>[\]{}]+/gi) ?? [];
  const parts = urls.flatMap((url) => url.split(/,(?=https?:)/i)).map((url) => url.replace(/,+$/, ''));
  return [...new Set(parts)].slice(0, MAX_MEDIA).map((url) => ({ url, type: 'image' }));
}

function tagsOf(text: string): string[] {
  const names = text.split(/[,;|]/).map((name) => name.trim());
  return [...new Set(names.filter(Boolean))].slice(0, MAX_TAGS);
}

function withoutEmpty<T extends Record<string, string | undefined>>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Partial<T>;
}
