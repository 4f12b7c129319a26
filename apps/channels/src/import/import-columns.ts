import { ApiError } from '@plaudit/contracts';
import {
  columnValuesOf,
  plainColumnName,
  REVIEW_FIELDS,
  reviewColumnsOf,
} from '@plaudit/contracts/review-columns';
import { refuseUnknownName } from '@plaudit/runtime';
import { invalidCsv } from './csv-error';
import { type CsvTable, MAX_COLUMNS } from './csv-table';

/** The fields of a review in a file. */
export const IMPORT_FIELDS = REVIEW_FIELDS.filter((field) => field !== 'from_email' && field !== 'tags');
export type ImportField = (typeof IMPORT_FIELDS)[number];

/**
 * The names of columns by field. null leaves the field out. A field that is not named is found by the words of the names. Only
 * `from_name`, `text` and `media` take several, each column once. A column may be named for several fields.
 */
export type ImportMapping = Partial<Record<ImportField, string | readonly string[] | null>>;

const SEVERAL: ReadonlySet<string> = new Set<ImportField>(['from_name', 'text', 'media']);

/** The positions of the columns of each field that the file has, at least one. Only some fields have several. */
export type ImportColumns = ReadonlyMap<ImportField, readonly number[]>;

/** Which columns of a file became what. */
export interface ColumnUses {
  columns: { column: string; field: ImportField }[];
  ignored_columns: string[];
}

/** Returns the given mapping. Throws 400 if it is not an object of names by field. */
export function readMapping(given: unknown): ImportMapping {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new ApiError('validation_failed', 'mapping must be an object of column names by field.', {
      field: 'mapping',
    });
  }
  refuseUnknownName(Object.keys(given), IMPORT_FIELDS, { what: 'field of mapping', taker: 'mapping' });
  for (const [field, name] of Object.entries(given)) {
    const takesSeveral = SEVERAL.has(field);
    if (name === null || typeof name === 'string' || (takesSeveral && isNames(name))) continue;
    const list = `the name of a column, a list of 1 to ${MAX_COLUMNS} names`;
    const wanted = takesSeveral ? list : 'the name of a column';
    throw new ApiError('validation_failed', `mapping.${field} must be ${wanted}, or null.`, {
      field: `mapping.${field}`,
    });
  }
  return given;
}

function isNames(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_COLUMNS) return false;
  return value.every((name) => typeof name === 'string');
}

/**
 * Finds the columns of a file. Throws 400 if the mapping names a column that the file does not have, or one twice for a field, and if
 * dates, or both texts and ratings, have no column.
 */
export function columnsOf({ header, rows }: CsvTable, mapping: ImportMapping): ImportColumns {
  const columns = new Map<ImportField, readonly number[]>();
  const plainHeader = header.map(plainColumnName);
  for (const field of IMPORT_FIELDS) {
    const names = [mapping[field] ?? []].flat();
    const named = names.map((name) => namedIn(header, plainHeader, name) ?? refuse(field, name, NOT_THERE));
    const again = named.findIndex((at, index) => named.indexOf(at) < index);
    if (again >= 0) refuse(field, names[again] ?? '', TWICE);
    if (named.length > 0) columns.set(field, named);
  }
  const taken = new Set([...columns.values()].flat());
  // A column that the mapping names is not looked at again, nor is a field.
  const free = header.map((name, at) => (taken.has(at) ? '' : name));
  const found = reviewColumnsOf(free, (at) => columnValuesOf(rows.map(({ cells }) => cells[at] ?? '')));
  for (const field of IMPORT_FIELDS) {
    const at = found.get(field);
    if (at !== undefined && mapping[field] === undefined) columns.set(field, at);
  }
  assertEnough(columns, header);
  return columns;
}

/** Returns what each column became, and the names of the others, in the order of the file. */
export function columnUsesOf(header: readonly string[], columns: ImportColumns): ColumnUses {
  const uses: ColumnUses = { columns: [], ignored_columns: [] };
  for (const [at] of header.entries()) {
    const fields = [...columns].filter(([, positions]) => positions.includes(at)).map(([field]) => field);
    const column = columnName(header, at);
    uses.columns.push(...fields.map((field) => ({ column, field })));
    if (fields.length === 0) uses.ignored_columns.push(column);
  }
  return uses;
}

/** Returns the name of a column, or its place if it has none. */
export function columnName(header: readonly string[], at: number): string {
  return header[at]?.slice(0, 100) || `column ${at + 1}`;
}

/** Returns the position of the column with a name, null if there is none. */
function namedIn(header: readonly string[], plainHeader: readonly string[], name: string): number | null {
  if (name.trim() === '') return null;
  const exact = header.indexOf(name.trim());
  const at = exact >= 0 ? exact : plainHeader.indexOf(plainColumnName(name));
  return at >= 0 ? at : null;
}

const NOT_THERE = 'which csv does not have; send a name of its header, or null';
const TWICE = 'which it has named before; send each column once';

function refuse(field: ImportField, name: string, fault: string): never {
  const msg = `mapping.${field} names the column "${name.slice(0, 60)}", ${fault}.`;
  throw new ApiError('invalid_value', msg, { field: `mapping.${field}` });
}

/** What a file must have, and the names of columns that are surely found. */
const WANTED = [
  ['posted_on', 'posted_on or date'],
  ['text', 'text or rating'],
  ['from_name', 'from_name or author'],
] as const;

function assertEnough(columns: ImportColumns, header: readonly string[]): void {
  const hasContent = columns.has('text') || columns.has('rating_value');
  if (columns.has('posted_on') && hasContent) return;
  const missing = WANTED.filter(([field]) => !(field === 'text' ? hasContent : columns.has(field)));
  const names = header.map((_name, at) => columnName(header, at));
  throw invalidCsv(
    `csv has no column for ${listed(missing.map(([field]) => field))}; its columns are ${listed(names)}. Name ${
      missing.length > 1 ? 'them' : 'it'
    } ${missing.map(([, spelling]) => spelling).join(', ')}, or send mapping.${
      columns.has('from_name') ? '' : ' A file without from_name is read, too.'
    }`,
    'missing_field',
  );
}

function listed(names: readonly string[]): string {
  const shown = names.length > 30 ? [...names.slice(0, 30), `${names.length - 30} more`] : names;
  return shown.length < 2 ? (shown[0] ?? 'none') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
