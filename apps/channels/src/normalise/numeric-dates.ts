import type { DateOrder } from '@plaudit/runtime/content';
import { type CalendarDay, pageDate, yearOfTwoDigits } from './calendar';
import { isRangeEnd } from './date-ranges';

/** Three numbers with one kind of mark between them: `31/01/2024`, `2024.01.31`, `3. 6. 2025`, `1/31/24`. */
const NUMBERS =
  /(?<![\d./-]|\d[,:])(\d{4}|\d{1,2})( ?([./-]) ?)(\d{1,2})(?: ?\3 ?)(\d{4}|\d{1,2})(?![\d/]|[.-]\d)/g;
/** Korean pages write the year first in two digits, with blanks and a dot at the end. Elsewhere the day comes first. */
const KOREAN = /^\d\d\. \d{1,2}\. \d{1,2}\./;

/** What makes the numbers behind it something else than a date: "v2024.1.5", "ISBN 3-12-2024", "+49 30 12.05.2024". */
const LABEL =
  /(?<!\p{L})(?:v(?=$)|ver|versione?|versi[oó]n|vers[aã]o|release|build|firmware|isbn|issn|tel|phone|fax|sku|nr|no(?=\.)|n°|#|№|\+\d{1,3}[\d ()]{0,12})[.:]{0,2} ?$/iu;

const DAY_MS = 86_400_000;
/** Of two readings of a year, one before 2010 needs a proof: few reviews are that old. */
const MIN_SHORT_YEAR = 10;

/** `06/2025` and `2025-06`. */
const MONTH_ONLY = /^(?:(\d{4})[./-](\d{1,2})|(\d{1,2})[./-](\d{4}))\.?$/;

interface Numeric {
  first: number;
  second: number;
  third: number;
  /** Whether one of the numbers is a year of four digits. */
  hasWholeYear: boolean;
  isYearFirst: boolean;
  /** What stands between the numbers. */
  mark: string;
  whole: string;
  index: number;
}

function numericsIn(text: string): Numeric[] {
  return [...text.matchAll(NUMBERS)].flatMap((match): Numeric[] => {
    const [whole, first = '', , mark = '', second = '', third = ''] = match;
    const isYearFirst = first.length === 4;
    const hasWholeYear = isYearFirst || third.length === 4;
    const hasTwoYears = isYearFirst && third.length === 4;
    // "1-2-3" is no date.
    const hasNoYear = !hasWholeYear && third.length === 1 && !KOREAN.test(text.slice(match.index));
    if (hasTwoYears || hasNoYear || LABEL.test(text.slice(0, match.index))) return [];
    const numbers = { first: Number(first), second: Number(second), third: Number(third) };
    return [{ ...numbers, hasWholeYear, isYearFirst, mark, whole, index: match.index }];
  });
}

export interface FoundDay {
  day: CalendarDay;
  /** Without the day, the text names a month. */
  isMonth: boolean;
  /** The text with `§` in place of the date, or `§;` in place of an English one, which no time such as `17.12` follows. */
  rest: string;
}

/** Returns the day of numbers in the given order. Without one, the day comes first unless the second number is above 12. */
function dayOf(
  { first, second, third, isYearFirst, hasWholeYear }: Numeric,
  now: Date,
  order: DateOrder | undefined,
): CalendarDay {
  if (isYearFirst) return [first, second, third];
  const year = hasWholeYear ? third : yearOfTwoDigits(third, now);
  const isMonthFirst = order === undefined ? second > 12 : order === 'mdy';
  return isMonthFirst ? [year, first, second] : [year, second, first];
}

const isKorean = ({ index }: Numeric, text: string): boolean => KOREAN.test(text.slice(index));

/** Returns the day with its year first, or null if the year may as well be last: "05. 6. 12." */
function koreanDay({ first, second, third }: Numeric, now: Date): CalendarDay | null {
  const isYearLast = first <= 31 && 2_000 + third <= now.getUTCFullYear();
  return isYearLast ? null : [yearOfTwoDigits(first, now), second, third];
}

/**
 * Finds the only date of numbers in a text. A date whose year has two digits counts if `isShort`. Returns null without one
 * and for several different ones.
 */
export function findNumericDate(
  text: string,
  now: Date,
  { order, isShort }: { order: DateOrder | undefined; isShort: boolean },
): FoundDay | null {
  const month = MONTH_ONLY.exec(text.trim());
  if (month) {
    const [, yearBefore, monthAfter, monthBefore, yearAfter] = month;
    return {
      day: [Number(yearBefore ?? yearAfter), Number(monthAfter ?? monthBefore), 1],
      isMonth: true,
      rest: '§',
    };
  }
  const [date, ...more] = numericsIn(text).filter(({ hasWholeYear }) => hasWholeYear !== isShort);
  if (!date || (order === undefined && !isKorean(date, text) && hasUnclearYear(date, now))) return null;
  const end = date.index + date.whole.length;
  // In "10/02/18, 15.12.29", the second one is a time.
  const isTime = ({ mark, index }: Numeric): boolean =>
    mark === '.' && date.mark !== '.' && /^,? $/.test(text.slice(end, index));
  if (more.some((other) => other.whole !== date.whole && !isTime(other))) return null;
  const before = text.slice(0, date.index);
  // In "3.-5.6.2025", a dot says that the number before is a day as well.
  const firstDay = /\d\.[^\d.]{1,7}$/.test(before) && !date.isYearFirst ? date.first : null;
  if (isRangeEnd(before, { firstDay, isMonth: false })) return null;
  const rest = `${before}§${text.slice(end)}`;
  const day = isShort && isKorean(date, text) ? koreanDay(date, now) : dayOf(date, now, order);
  return day && { day, isMonth: false, rest };
}

/**
 * Returns true for "24/02/01", whose year may be 2024 or 2001: years may stand at both ends, and the last one is long ago. A year
 * of two digits stands behind the day elsewhere.
 */
function hasUnclearYear({ first, second, third, hasWholeYear }: Numeric, now: Date | undefined): boolean {
  if (hasWholeYear || third >= MIN_SHORT_YEAR || first <= third) return false;
  const yearFirst = pageDate([2_000 + first, second, third]);
  return first >= MIN_SHORT_YEAR && yearFirst !== null && (now === undefined || yearFirst <= now);
}

/** Returns the order that a date shows with a number above 12. */
function shownOrder({ first, second }: Numeric): DateOrder | null {
  if (first < 1 || second < 1) return null;
  if (first > 12 && first <= 31 && second <= 12) return 'dmy';
  return second > 12 && second <= 31 && first <= 12 ? 'mdy' : null;
}

/** Returns the order that a date shows because it lies ahead in the other one. A day ahead may be another time zone. */
function pastOrder(date: Numeric, now: Date): DateOrder | null {
  const isPast = (order: DateOrder): boolean | null => {
    const read = pageDate(dayOf(date, now, order));
    return read && read.getTime() <= now.getTime() + DAY_MS;
  };
  const [dmy, mdy] = [isPast('dmy'), isPast('mdy')];
  if (dmy === null || mdy === null || dmy === mdy) return null;
  return dmy ? 'dmy' : 'mdy';
}

/**
 * Returns the order of day and month that all dates of a file or page have together: the one that numbers above 12 show,
 * otherwise the one in which no date lies ahead of `now`. Returns null if no date shows it, or if some show one order and some
 * the other.
 */
export function orderOfDates(texts: Iterable<string>, now: Date | undefined): DateOrder | null {
  const shown = new Set<DateOrder | null>();
  const past = new Set<DateOrder | null>();
  for (const text of texts) {
    for (const date of numericsIn(text)) {
      if (date.isYearFirst || hasUnclearYear(date, now)) continue;
      shown.add(shownOrder(date));
      if (now) past.add(pastOrder(date, now));
    }
  }
  for (const orders of [shown, past]) {
    orders.delete(null);
    const [order = null] = orders;
    if (orders.size > 0) return orders.size === 1 ? order : null;
  }
  return null;
}
