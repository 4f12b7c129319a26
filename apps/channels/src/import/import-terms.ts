import type { DateOrder } from '@plaudit/runtime/content';
import { plainDate } from '../normalise/date-text';
import { dateOrderOf } from '../normalise/dates';
import { parseRating } from '../normalise/numbers';
import type { CsvTable } from './csv-table';
import { cellsOf } from './import-cells';
import type { ImportColumns } from './import-columns';

/** What a request says about its file. */
export interface GivenTerms {
  rating_scale?: number | undefined;
  date_order?: DateOrder | undefined;
}

/** How the values of a file are read, and where that is known from. */
export interface FileTerms {
  /** The best rating in rows that do not name it. `told` is by the request or the name of the column, `guessed` by the ratings. */
  rating_scale: { value: number; from: 'told' | 'guessed' | 'assumed' };
  /**
   * Whether the day or the month comes first in dates such as 03/04/2026. `read` is by the dates of the file. If it is `assumed`, a
   * date that only the other order can read is read in that one. Null if the file has no such date.
   */
  date_order: { value: DateOrder; from: 'told' | 'read' | 'assumed' } | null;
}

const SCALE_IN_NAME =
  /(?:\b(?:out of|sur|von|su|sobre)|\/|\b[01]\s*(?:-|–|to|bis|à|a)|\bmax\.?)\s*(5|10|100)\s*\)?\s*$/i;

/** A larger scale is guessed if at least so many ratings, and so much of all, are above the one of the channel. */
const MIN_ROWS = 2;
const MIN_SHARE = 0.05;

/** A date of numbers that says by itself neither which of two is the day. Words and a time can stand around it. */
const ORDERED_DATE = /(?<![\d./-]|\d[,:])\d{1,2} ?([./-]) ?\d{1,2} ?\1 ?(?:\d{4}|\d{2})(?![\d/]|[.-]\d)/;

/** What the values of a file are read against: the best rating on the platform of the channel, and the time of the import. */
interface ImportContext {
  scale: number;
  now: Date;
}

/** Returns how the values of the whole file are read. */
export function termsOf(
  table: CsvTable,
  columns: ImportColumns,
  { scale, now }: ImportContext,
  given: GivenTerms,
): FileTerms {
  const order = given.date_order ?? null;
  return {
    rating_scale: scaleOf(table, columns, scale, given),
    date_order: orderOf(datesOf(table, columns), order, now),
  };
}

function scaleOf(
  table: CsvTable,
  columns: ImportColumns,
  scale: number,
  given: GivenTerms,
): FileTerms['rating_scale'] {
  const name = table.header[columns.get('rating_value')?.[0] ?? -1] ?? '';
  const told = given.rating_scale ?? Number(SCALE_IN_NAME.exec(name.slice(-40))?.[1] ?? 0);
  if (told > 0) return { value: told, from: 'told' };
  const ratings = table.rows.flatMap((row) => {
    const cell = cellsOf(row, columns);
    const rating = cell('rating_scale') === '' ? parseRating(cell('rating_value')) : null;
    return rating === null || rating.scale !== null ? [] : [rating.value];
  });
  const larger = [10, 100].filter((one) => one > scale);
  const guess = larger.findLast((one) => {
    const below = [scale, ...larger].findLast((other) => other < one) ?? scale;
    const count = ratings.filter((value) => value > below && value <= one).length;
    return count >= MIN_ROWS && count >= ratings.length * MIN_SHARE;
  });
  return guess === undefined ? { value: scale, from: 'assumed' } : { value: guess, from: 'guessed' };
}

/** Returns the dates of a file of which the order matters. */
function datesOf(table: CsvTable, columns: ImportColumns): string[] {
  return (['posted_on', 'reply_posted_on'] as const).flatMap((field) =>
    table.rows
      .map((row) => cellsOf(row, columns)(field))
      .filter((date) => ORDERED_DATE.test(plainDate(date) ?? '')),
  );
}

function orderOf(dates: readonly string[], told: DateOrder | null, now: Date): FileTerms['date_order'] {
  if (dates.length === 0) return null;
  if (told) return { value: told, from: 'told' };
  const read = dateOrderOf(dates, now);
  return read === null ? { value: 'dmy', from: 'assumed' } : { value: read, from: 'read' };
}
