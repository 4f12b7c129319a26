import type { CsvRow } from './csv-table';
import type { ImportColumns, ImportField } from './import-columns';

/** What databases and spreadsheets write into an empty cell. */
const NOTHING = /^(?:null|NULL|\\N|nan|NaN|#N\/A|<null>|\(null\))$/;

/** What people and programs write besides. A review can consist of such a word. */
const NO_VALUE = /^(?:null|none|nil|undefined|n\/?a|n\.a\.|nat|[-–—])$/i;

/** What no name is. Somebody can be called Null or Na. */
const NO_NAME = /^(?:n\/a|[-–—])$/i;

/** Returns the cell of a field, or an empty string. */
export type Cells = (field: ImportField) => string;

/** Returns a function that reads the cells of a row. A cell that stands for nothing is empty. */
export function cellsOf(row: CsvRow, columns: ImportColumns): Cells {
  return (field) =>
    partsOf(row, columns, field)
      .map(({ text }) => text)
      .join(' ');
}

/** Returns the text of a row. Parts from several columns, such as pros and cons, begin with the names of their columns. */
export function textOf(row: CsvRow, columns: ImportColumns, header: readonly string[]): string {
  const parts = partsOf(row, columns, 'text');
  const isNamed = (columns.get('text') ?? []).length > 1;
  return parts.map(({ at, text }) => (isNamed ? `${header[at]}: ${text}` : text)).join('\n');
}

// A comma separates two URLs only if another one follows, because URLs can have commas. Each expression takes linear time: it
// begins at the first of the signs.
const BEFORE_URL = /(?<![\s,;|"'{}[\]])[\s,;|"'{}[\]]+(?=https?:\/\/|\/\/)/i;
const SIGNS_AROUND = /^[\s,;|"'{}[\]]+|(?<![\s,;|"'{}[\]])[\s,;|"'{}[\]]+$/g;

/** Returns the parts of the cells with photos and videos: several URLs with any signs between them, or a list of JSON. */
export function mediaOf(row: CsvRow, columns: ImportColumns): string[] {
  return partsOf(row, columns, 'media')
    .flatMap(({ text }) => urlsInObjects(text) ?? text.replaceAll('\\/', '/').split(BEFORE_URL))
    .flatMap((url) => url.split(/\s+/))
    .map((url) => url.replace(SIGNS_AROUND, ''))
    .filter((url) => url !== '');
}

/** The names that the address of a photo has in a list of JSON. */
const URL_NAMES = ['url', 'src', 'original', 'full', 'image', 'link', 'href'];

/** Returns one URL of each object in a list of JSON: its `url`, or the first one. Returns null for any other text. */
function urlsInObjects(text: string): string[] | null {
  if (!/^\[?\s*\{\s*["']/.test(text)) return null;
  const items = [text, text.replaceAll("'", '"')].map(listOf).find((list) => list !== null);
  return (
    items?.flatMap((item) => (typeof item === 'object' && item ? urlOfObject(item) : String(item))) ?? null
  );
}

function listOf(text: string): unknown[] | null {
  try {
    return [JSON.parse(text) as unknown].flat();
  } catch {
    return null;
  }
}

function urlOfObject(item: object): string[] {
  const urls = Object.entries(item).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && /^(?:https?:)?\/\//i.test(entry[1]),
  );
  const named = URL_NAMES.flatMap((name) => urls.filter(([own]) => own.toLowerCase() === name));
  return [...named, ...urls].slice(0, 1).map(([, url]) => url);
}

/** Returns the cells of the columns of a field that are not empty. */
function partsOf(row: CsvRow, columns: ImportColumns, field: ImportField): { at: number; text: string }[] {
  return (columns.get(field) ?? [])
    .map((at) => ({ at, text: (row.cells[at] ?? '').trim() }))
    .filter(({ text }) => text !== '' && !isNothing(field, text));
}

function isNothing(field: ImportField, text: string): boolean {
  if (text.length > 10) return false;
  if (field === 'text') return NOTHING.test(text);
  return NOTHING.test(text) || (field === 'from_name' ? NO_NAME : NO_VALUE).test(text);
}
