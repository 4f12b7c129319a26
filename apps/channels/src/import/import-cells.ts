import { isOriginal } from '@plaudit/contracts/review-columns';
import type { CsvRow } from './csv-table';
import type { ImportColumns, ImportField } from './import-columns';

/** What databases and spreadsheets write into an empty cell. */
const NOTHING =
  /^(?:null|NULL|None|undefined|\\N|nan|NaN|#?N\/A|n\/a|<null>|<NA>|\(null\)|["'“”]{2}|[-–—]{1,3})$/;

/** What people and programs write besides. A review can consist of such a word. */
const NO_VALUE = /^(?:null|none|nil|n\/?a|n\.a\.|nat)$/i;

/** Returns the cell of a field, or an empty string. */
export type Cells = (field: ImportField) => string;

/** Returns a function that reads the cells of a row. A cell that stands for nothing is empty. */
export function cellsOf(row: CsvRow, columns: ImportColumns): Cells {
  return (field) =>
    partsOf(row, columns, field)
      .map(({ text }) => text)
      .join(' ');
}

/**
 * Returns the text of a row. Of an original and its translation, it is the original. Parts from several columns, such as pros and
 * cons, begin with the names of their columns.
 */
export function textOf(row: CsvRow, columns: ImportColumns, header: readonly string[]): string {
  const all = partsOf(row, columns, 'text');
  const isOfOriginal = all.some(({ at }) => isOriginal(header[at] ?? ''));
  const parts = isOfOriginal ? all.filter(({ at }) => isOriginal(header[at] ?? '')) : all;
  const isNamed = (columns.get('text') ?? []).filter((at) => !isOriginal(header[at] ?? '')).length > 1;
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

/** The text in an object of JSON or Python, which scrapers write for a reply. */
const TEXT_IN_OBJECT =
  /["'](?:body|text|comment|content|message|reply)["']\s*:\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/s;
const ESCAPES = new Map([
  ['n', '\n'],
  ['r', ''],
  ['t', ' '],
]);

/** Returns the text of a reply, also if the cell is an object. */
export function replyTextOf(cell: string): string {
  if (!/^\{\s*["']/.test(cell)) return cell;
  const [, double, single] = TEXT_IN_OBJECT.exec(cell) ?? [];
  return (double ?? single ?? cell).replace(/\\(.)/gs, (_whole, sign: string) => ESCAPES.get(sign) ?? sign);
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
  // Somebody can be called Null or Na.
  return NOTHING.test(text) || (field !== 'from_name' && NO_VALUE.test(text));
}
