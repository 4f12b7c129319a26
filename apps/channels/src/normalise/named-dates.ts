import { type CalendarDay, yearOfTwoDigits } from './calendar';
import { isRangeEnd } from './date-ranges';
import { type Dots, monthOf, TWO_WORDS } from './month-names';
import type { FoundDay } from './numeric-dates';

interface Token {
  text: string;
  index: number;
}

const TOKENS = /\d+|\p{L}[\p{L}\p{M}]*(?:\.\p{Script=Thai}+)*|[^\s\p{L}\p{M}\d]/gu;
/** What stands between the day, the month and the year: "3rd of June, 2025", "3 de junio de 2025", "2025 m. birželio 3 d." */
const BETWEEN =
  /^(?:[.,/'()°º॰-]|e|o|a|de|del|d|of|the|den|le|el|il|do|di|da|г|р|m|g|gada|ο|η|ης|พ\.ศ|ค\.ศ)$/u;
/** What makes an ordinal of the number before it: "3rd", "1er", "7:e", "7-го", "25ste". */
const ORDINAL =
  /(?<=(?<!\d)\d{1,2})(?:st|nd|rd|th|er|re|ste|de|eme|[rnt]|[:-][ae]|-(?:го|[еоє]|ми|ти|ви|ри|га|я|oji|ji|os))(?!\p{L})/gu;

/** Months that no language has which writes a time with a dot. */
const ENGLISH = /^(?:january|february|march|june|july|october|december)$/;

const isYear = (token: Token | undefined): boolean => /^\d{4}$/.test(token?.text ?? '');
const isDay = (token: Token | undefined): boolean => /^\d{1,2}$/.test(token?.text ?? '');

/** A day that a text may mean, with the first and the last token of it. */
interface Reading {
  day: CalendarDay;
  isMonth: boolean;
  isShort: boolean;
  from: number;
  to: number;
}

/** Returns the place of the next token that means something. */
function beside(tokens: readonly Token[], place: number, step: 1 | -1): number {
  let next = place + step;
  while (BETWEEN.test(tokens[next]?.text ?? '')) next += step;
  return next;
}

/** Returns what the text means around the name of a month. */
function readingsAt(tokens: readonly Token[], place: number, month: number, now: Date): Reading[] {
  const [left, right] = [beside(tokens, place, -1), beside(tokens, place, 1)];
  const [outerLeft, outerRight] = [beside(tokens, left, -1), beside(tokens, right, 1)];
  const number = (at: number): number => Number(tokens[at]?.text);
  // 3 June 2025, June 3 2025, 2025 June 3, 2025 3 June
  const orders = [
    { dayAt: left, yearAt: right, from: left, to: right },
    { dayAt: right, yearAt: outerRight, from: place, to: outerRight },
    { dayAt: right, yearAt: left, from: left, to: right },
    { dayAt: left, yearAt: outerLeft, from: outerLeft, to: place },
  ];
  const hasDayBefore = isDayBefore(tokens, left, place);
  const isDayAt = (at: number): boolean => isDay(tokens[at]) && (at !== left || hasDayBefore);
  const whole = orders.filter(({ dayAt, yearAt }) => isDayAt(dayAt) && isYear(tokens[yearAt]));
  if (whole.length > 0) {
    // The year stands behind in "Suite 2024, 3 June 2025".
    const isBehind = whole.filter(({ yearAt }) => yearAt > place);
    return (isBehind.length > 0 ? isBehind : whole).map(({ dayAt, yearAt, from, to }): Reading => {
      const day = [number(yearAt), month, number(dayAt)] as const;
      return { day, isMonth: false, isShort: false, from, to };
    });
  }
  if (hasDayBefore && isShortYear(tokens, right)) {
    const day = [yearOfTwoDigits(number(right), now), month, number(left)] as const;
    return [{ day, isMonth: false, isShort: true, from: left, to: right }];
  }
  // "Jun-25"
  if (tokens.length === 3 && place === 0 && tokens[1]?.text === '-' && isShortYear(tokens, 2)) {
    return [
      { day: [yearOfTwoDigits(number(2), now), month, 1], isMonth: true, isShort: false, from: 0, to: 2 },
    ];
  }
  const year = isYear(tokens[right]) ? right : left;
  if (hasDayBefore || isDay(tokens[right]) || !isYear(tokens[year])) return [];
  const [from, to] = [Math.min(year, place), Math.max(year, place)];
  return [{ day: [number(year), month, 1], isMonth: true, isShort: false, from, to }];
}

/**
 * Returns true if the number before a month is its day: "5 June", "5. Juni", "3/jun/2025", "5 - June - 2025". In "Room 5, June
 * 2025", "5 - June 2025" and "4/5 June 2025" it is not.
 */
function isDayBefore(tokens: readonly Token[], at: number, month: number): boolean {
  if (!isDay(tokens[at])) return false;
  const gap = (from: number): string => {
    const next = beside(tokens, from, 1);
    const marks = tokens.slice(from + 1, next).map(({ text }) => text);
    return `${isTouching(...tokens.slice(from, next + 1)) ? '' : ' '}${marks.join('')}`;
  };
  const before = gap(at);
  const isApart = /[,()]/.test(before) || (/^ .*[-/]/.test(before) && before !== gap(month));
  const [mark, whole] = [tokens[at - 1], tokens[at - 2]];
  const isPart =
    /^[.,/]$/.test(mark?.text ?? '') && /^\d/.test(whole?.text ?? '') && isTouching(whole, mark, tokens[at]);
  return !isApart && !isPart;
}

/** Returns true if no blank stands between the tokens. */
function isTouching(...tokens: readonly (Token | undefined)[]): boolean {
  return tokens.every((token, place) => place === 0 || endOf(tokens[place - 1]) === token?.index);
}

const endOf = (token: Token | undefined): number => (token?.index ?? 0) + (token?.text.length ?? 0);

/** Returns true for the year of "31-Jan-24". In "18.37 Uhr", "10 o'clock" and "10 August - 12 September", it is none. */
function isShortYear(tokens: readonly Token[], place: number): boolean {
  if (!/^\d\d$/.test(tokens[place]?.text ?? '')) return false;
  const next = tokens[place + 1]?.text ?? '';
  const isFraction = /^[.:]$/.test(next) && /^\d/.test(tokens[place + 2]?.text ?? '');
  return !isFraction && !/^\p{L}/u.test(next);
}

function dotsAround(tokens: readonly Token[], place: number): Dots {
  const isDot = (at: number): boolean => tokens[at]?.text === '.';
  const hasDay = isDay(tokens[beside(tokens, place, -1)]);
  return {
    day: hasDay ? isDot(place - 1) : null,
    month: isDot(place + 1),
    year: isYear(tokens[beside(tokens, place, 1)]) && isDot(beside(tokens, place, 1) + 1),
  };
}

/** Returns the readings of the best kind: a day, a day with a year of two digits, a month. */
function bestOf(readings: readonly Reading[]): readonly Reading[] {
  const kinds = [
    readings.filter(({ isMonth, isShort }) => !isMonth && !isShort),
    readings.filter(({ isShort }) => isShort),
    readings,
  ];
  return kinds.find(({ length }) => length > 0) ?? [];
}

/** Returns the text with the dates of words that East Asia writes as numbers and a word each: `2026年3月5日`, `3 tháng 12, 2025`. */
function findEastAsian(text: string): FoundDay | null {
  const match =
    /(?<!\d)(?<year>\d{4}) ?[年년] ?(?<month>\d{1,2}) ?[月월](?:(?<day>\d{1,2})(?!\d)| (?<spaced>\d{1,2}) ?[日일号號])?/u.exec(
      text,
    ) ??
    /(?<!\d)(?:(?<day>\d{1,2})\.? ?)?(?:thang|thg|th) ?(?<month>\d{1,2}),? ?(?:nam )?(?<year>\d{4})(?!\d)/u.exec(
      text,
    );
  if (!match?.groups) return null;
  const { year, month, spaced, day = spaced } = match.groups;
  const rest = `${text.slice(0, match.index)}§${text.slice(match.index + match[0].length)}`;
  return { day: [Number(year), Number(month), Number(day ?? 1)], isMonth: day === undefined, rest };
}

/**
 * Finds the date with a month in words: `March 3, 2026`, `3. März 2026`, `3 de marzo de 2026`, `31-Jan-24`, `May 2026`. The
 * month is a whole name or a known abbreviation beside the day or the year. Other words, such as names of people and
 * weekdays, do not count. The text is in the form of `foldedDate`. Returns null without a date and for several ones.
 */
export function findNamedDate(given: string, now: Date): FoundDay | null {
  const eastAsian = findEastAsian(given);
  if (eastAsian) return eastAsian;
  const text = given
    .replace(ORDINAL, '')
    .replace(TWO_WORDS, '')
    .replace(/(?<= )'(\d\d)(?!\d)/, (_, digits: string) => String(yearOfTwoDigits(Number(digits), now)));
  const tokens: Token[] = [...text.matchAll(TOKENS)].map(({ 0: word, index }) => ({ text: word, index }));
  const readings = tokens.flatMap((token, place) => {
    const month = monthOf(token.text, dotsAround(tokens, place));
    return month === null ? [] : readingsAt(tokens, place, month, now);
  });
  const best = bestOf(readings);
  const [found] = best;
  if (!found || best.some(({ day }) => day.join() !== found.day.join())) return null;
  const from = tokens[found.from]?.index ?? 0;
  const firstDay = found.isMonth || !isDay(tokens[found.from]) ? null : found.day[2];
  if (isRangeEnd(text.slice(0, from), { firstDay, isMonth: found.isMonth })) return null;
  const words = tokens.slice(found.from, found.to + 1);
  const isEnglish = /^\p{L}/u.test(words[0]?.text ?? '') || words.some((word) => ENGLISH.test(word.text));
  const rest = `${text.slice(0, from)}${isEnglish ? '§;' : '§'}${text.slice(endOf(tokens[found.to]))}`;
  return { day: found.day, isMonth: found.isMonth, rest };
}
