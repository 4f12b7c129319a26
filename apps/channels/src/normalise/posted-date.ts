import type { DatePrecision } from '@plaudit/contracts';
import { cleanLine, type DateOrder, truncate } from '@plaudit/runtime/content';
import { unknownDate } from './calendar';
import { parseDate } from './dates';

/** The fields of a review's date. */
interface PostedDate {
  postedOn: Date;
  postedPrecision: DatePrecision;
  unreadDate?: string;
}

/** What platforms send for a date that they do not have: nothing, zero, and the beginning of Unix time. */
const NO_DATE = /^0*$|^0{4}-00-00|^1970-01-01/;
const MAX_UNREAD = 80;

/** Reads when a review was posted. A date that cannot be read is unknown, and what was sent is kept as `unreadDate`. */
export function postedDate(value: unknown, now: Date, order?: DateOrder): PostedDate {
  const { date, precision } = parseDate(value, now, order) ?? unknownDate();
  const sent = precision === 'unknown' ? sentDate(value) : '';
  return {
    postedOn: date,
    postedPrecision: precision,
    ...(NO_DATE.test(sent) ? {} : { unreadDate: sent }),
  };
}

/** Reads the first of several dates that can be read. If there is none, `unreadDate` is the first one that was sent. */
export function firstPostedDate(values: readonly unknown[], now: Date, order?: DateOrder): PostedDate {
  const dates = values.map((value) => postedDate(value, now, order));
  const read = dates.find(({ postedPrecision }) => postedPrecision !== 'unknown');
  return read ?? dates.find(({ unreadDate }) => unreadDate !== undefined) ?? postedDate(null, now);
}

function sentDate(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return text === '""' ? '' : cleanLine(truncate(text, 1_000), MAX_UNREAD);
}
