import { monthOf } from './month-names';

/** What stands between the ends of a range, in a folded text: "3-5 June", "vom 3. bis 5. Juni", "du 3 au 5 juin". */
const TO =
  '(?: ?[-~/&+] ?| (?:to|till?|until|thru|through|and|or|bis|und|oder|au|et|ou|al?|y|o|ao|e|tot|en|of|til|och|og|eller|do|i|a|по|до|и|или|та|ile|ve) )';
const ORDINAL = '(?:[.\u00ba\u00b0]|st|nd|rd|th|er|re|e)?';
const WORD = '(\\p{L}[\\p{L}\\p{M}]*)\\.?';
/** The day that a range begins with, with or without its month: "3 -", "3. Juni bis", "Jun 3 -". */
const DAY_TO = new RegExp(
  `(?:(?<!\\p{L})${WORD} )?(?<!\\d|\\d[.,/:])(\\d{1,2})${ORDINAL}(?: (?:de |of |d')?${WORD})?${TO}$`,
  'u',
);
const MONTH_TO = new RegExp(`(?<!\\p{L})${WORD}${TO}$`, 'u');

const isMonthName = (word: string | undefined): boolean =>
  word !== undefined && monthOf(word, { day: null, month: false, year: false }) !== null;

/**
 * Returns true if the date behind a text is the end of a range, so that it is not known which day is meant: "3-5 June 2025",
 * "Jun 3 - Jun 5, 2025", "May/June 2025". `firstDay` is the day that the date begins with, if it begins with one. The text is in
 * the form of `foldedDate`.
 */
export function isRangeEnd(
  before: string,
  { firstDay, isMonth }: { firstDay: number | null; isMonth: boolean },
): boolean {
  if (isMonth && isMonthName(MONTH_TO.exec(before)?.[1])) return true;
  const [found, monthBefore, day, monthAfter] = DAY_TO.exec(before) ?? [];
  if (found === undefined || isMonth) return false;
  if (isMonthName(monthBefore) || isMonthName(monthAfter)) return true;
  // "Room 12 - 5 June 2025" is none.
  return monthAfter === undefined && firstDay !== null && Number(day) > 0 && Number(day) < firstDay;
}
