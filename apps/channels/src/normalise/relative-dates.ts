import { before, type ParsedDate, type TimeUnit } from './calendar';
import { type Clock, wordedTime } from './clock-times';
import { CUT, isPosted } from './other-events';
import { type Phrase, type Phrases, phraseBooksFor, relativeTokens, UNITS } from './relative-phrases';
import { ONE } from './relative-words';
import { FEW, HALF, ROUGHLY } from './rough-amounts';

const MAX_PHRASE = 8;
const NUMBER = /^\d/;
/** "12", "1,234". Nobody knows whether "1.234" is a fraction. */
const COUNT = /^(?:\d{1,4}|\d{1,3},\d{3})$/;
const ONES = new Set(Object.values(ONE).flatMap((words) => words.split(' ')));
/** Marks between parts of a line that have nothing to do with each other. */
const APART = /^[·•|]$/;
const isLarger = (unit: TimeUnit, other: TimeUnit): boolean => UNITS.indexOf(unit) > UNITS.indexOf(other);
const AND = /^(?:,|&|and|und|et|y|e|en|och|og|ja|i|si|и|і|ve|και)$/u;
/** A day of weeks or months ago has a time, an hour ago has none. */
const DAYS: ReadonlySet<TimeUnit> = new Set(['day', 'week', 'month', 'year']);

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u;

interface Found extends Phrase {
  from: number;
  to: number;
  count: number;
}

/** Returns where the phrase stands, or null if it means no date there. */
function phraseAt({ phrases }: Phrases, tokens: readonly string[], from: number): Found | null {
  for (let length = Math.min(MAX_PHRASE, tokens.length - from); length > 0; length--) {
    const words = tokens.slice(from, from + length);
    const key = words.map((word) => (COUNT.test(word) ? '#' : word)).join(' ');
    const phrase = phrases.get(key);
    if (!phrase || !isInPlace(phrase, tokens, from, length)) continue;
    const number = words.find((word) => NUMBER.test(word));
    return { ...phrase, count: phrase.count ?? Number(number?.replace(',', '')), from, to: from + length };
  }
  return null;
}

function isInPlace({ place }: Phrase, tokens: readonly string[], from: number, length: number): boolean {
  // "half an hour ago", "before yesterday"
  if (tokens[from - 1] === 'before') return false;
  if (place === 'anywhere') return !/^(?:half|of)$/.test(tokens[from - 1] ?? '');
  const isWhole = length === tokens.length;
  const isFirst = from === 0;
  // "Edited yesterday", but not "2 days before yesterday".
  const isLast =
    length === 1 &&
    from + 1 === tokens.length &&
    (from <= 2 || tokens.some((word) => isPosted(word, -1))) &&
    !tokens.some((word) => NUMBER.test(word));
  const isLastWord = isLast && (tokens[from] ?? '').length > 4;
  return isWhole || (place === 'start' && ((isFirst && isTimeBehind(tokens, from, length)) || isLastWord));
}

/** Returns true unless a short word begins a sentence: "Hier gekauft" and "Ma bello" mean neither yesterday nor today. */
function isTimeBehind(tokens: readonly string[], from: number, length: number): boolean {
  const isShort = /^\p{Script=Latin}{1,4}$/u.test(tokens.slice(from, from + length).join(' '));
  return !isShort || tokens.slice(from + length).every((token) => !/^\p{L}{4}/u.test(token));
}

/** Returns the phrases of a text that stand one after the other. */
function phrasesIn(book: Phrases, tokens: readonly string[]): Found[] {
  const found: Found[] = [];
  for (let from = 0; from < tokens.length;) {
    const phrase = phraseAt(book, tokens, from);
    if (phrase) found.push(phrase);
    from = phrase?.to ?? from + 1;
  }
  return found;
}

interface Amount {
  count: number;
  unit: TimeUnit;
}

/** Returns the token at a place, or an empty text outside. */
const tokenAt = (tokens: readonly string[], place: number): string => tokens[place] ?? '';

/** Returns true for a word that an amount may belong to, such as the "for" of "Used for 3 months". */
function isOtherWord(tokens: readonly string[], place: number): boolean {
  const word = tokenAt(tokens, place);
  return /^\p{L}/u.test(word) && !isPosted(word, place);
}

/** Returns true if an amount begins with the token: a number, or a word for one. */
const isAmount = (token: string): boolean => NUMBER.test(token) || ONES.has(token);

/**
 * Returns the amounts that stand before "and 2 months ago", each of a larger unit than the next. Null means that a number there
 * makes no sense, or that the amount may as well be one of its own: "Used for 3 months, 2 weeks ago".
 */
function amountsBefore({ units }: Phrases, tokens: readonly string[], found: Found): Amount[] | null {
  const at = (place: number): string => tokenAt(tokens, place);
  const amounts: Amount[] = [];
  let end = found.from;
  let next = found.unit;
  // "Séjour de 2 semaines, il y a 3 jours"
  const isNumberFirst = isAmount(at(end));
  while (isNumberFirst) {
    const last = AND.test(at(end - 1)) ? end - 1 : end;
    const start = [last - 2, last - 3].find((place) => NUMBER.test(at(place)));
    const unit = start === undefined ? null : units.get(tokens.slice(start + 1, last).join(' '));
    // "Stayed 3 days, 2 weeks ago"
    if (start === undefined || !unit || !isLarger(unit, next)) {
      // In "1 of a thing, 1 year, 2 months ago", nobody knows how much the first part is.
      if (start !== undefined && amounts.length > 0 && !APART.test(at(end - 1))) return null;
      if (unit) return amounts;
      break;
    }
    amounts.push({ count: Number(at(start)), unit });
    [end, next] = [start, unit];
  }
  const isOther = amounts.length > 0 && isOtherWord(tokens, end - 1);
  return isOther || isNumberBefore(tokens, end, found.count) ? null : amounts;
}

/** Returns true if a number stands before an amount that belongs to it: "2-3 weeks ago", "2 or 3 weeks ago", "5 3 weeks ago". */
function isNumberBefore(tokens: readonly string[], end: number, count: number): boolean {
  const [number, mark] = [tokenAt(tokens, end - 2), tokenAt(tokens, end - 1)];
  const isRange = /^(?:[-/~]|\p{L}{1,3})$/u.test(mark) && NUMBER.test(number) && Number(number) < count;
  return COUNT.test(mark) || isRange;
}

/** Returns the amounts that stand after "il y a 2 ans et". Null means that a number there makes no sense. */
function amountsAfter({ units }: Phrases, tokens: readonly string[], found: Found): Amount[] | null {
  const at = (place: number): string => tokenAt(tokens, place);
  const amounts: Amount[] = [];
  const isNumberInside = tokens.slice(found.from, found.to).some((token) => NUMBER.test(token));
  if (NUMBER.test(at(found.from)) || !isNumberInside) return amounts;
  let last = found.unit;
  for (let next = found.to; ;) {
    const start = AND.test(at(next)) ? next + 1 : next;
    // "il y a 3 ans et demi"
    if (HALF.test(at(start))) return null;
    if (!NUMBER.test(at(start))) {
      // "il y a 2 semaines, 3 jours de séjour"
      const isOther = amounts.length > 0 && isOtherWord(tokens, next);
      // "prije 13 godina prije 3 sed"
      return isOther || tokens.includes(at(found.from), next) ? null : amounts;
    }
    // "il y a 2 jours à 17h05", "vor 2 Tagen 17h"
    if (at(start + 1) === 'h' && DAYS.has(found.unit)) return amounts;
    const unit = units.get(at(start + 1));
    if (!unit || !isLarger(last, unit)) return null;
    amounts.push({ count: Number(at(start)), unit });
    [next, last] = [start + 2, unit];
  }
}

/** Returns true if the sentence goes on with what happened then: "3 years ago I bought this". */
function isOfOtherEvent(tokens: readonly string[], { to }: Found): boolean {
  return tokens.slice(to).find((token) => token === CUT || APART.test(token)) === CUT;
}

/** Words for 2 to 10. Words that also mean something else beside a date are left out, such as the Danish "to". */
const NUMBER_WORDS = new Map(
  [
    ['two deux zwei due twee tva kaksi dwa dve два дві две iki dois duas', 2],
    ['three trois drei tres tre drie kolme trzy tri три uc', 3],
    ['four quatre vier cuatro quatro quattro fyra fire nelja cztery ctyri четыре чотири dort', 4],
    ['five cinq funf cinco cinque vijf fem viisi piec pet пять bes', 5],
    ['six sechs seis zes kuusi szesc sest шесть шість alti', 6],
    ['seven sept sieben siete sete sette zeven sju syv seitseman siedem sedm семь сім yedi', 7],
    ['eight huit acht ocho oito otto atta otte kahdeksan osiem osm восемь вісім sekiz', 8],
    ['nine neuf neun nueve nove negen nio ni yhdeksan dziewiec девять dokuz', 9],
    ['ten dix zehn diez dez dieci tien tio kymmenen dziesiec десять', 10],
  ].flatMap(([words, number]) =>
    String(words)
      .split(' ')
      .map((word) => [word, String(number)] as const),
  ),
);

/** Writes numbers in digits: `两个月前`, `three weeks ago`. Beside digits, a word may mean something else. */
function withDigits(text: string): string {
  if (/\d/.test(text)) return text;
  return (
    text
      .replace(
        /(?<![\p{L}\d])[一二两兩三四五六七八九十]{1,3}(?= ?[个個天日周週星年小分秒ヶか時])/gu,
        hanNumber,
      )
      // Elsewhere, "dos" is a Portuguese "of".
      .replace(/(?<!\p{L})dos(?= (?:segundos|minutos|horas|dias|semanas|meses|anos)(?!\p{L}))/gu, '2')
      // Indonesian "seminggu" is one week.
      .replace(/(?<!\p{L})se(?=(?:menit|jam|hari|minggu|bulan|tahun) )/gu, '1 ')
      .replace(/(?<!\p{L})\p{L}{2,10}(?= \p{L})/gu, (word) => NUMBER_WORDS.get(word) ?? word)
  );
}

/** Returns the amount of a text that is nothing else: `5 d`, `2 weeks`. East Asian `3日` may be a day of the month. */
function bareAmount({ units }: Phrases, tokens: readonly string[]): Amount | 'ambiguous' | null {
  const [number = '', ...words] = tokens;
  const unit = units.get(words.join(' '));
  if (unit === undefined || !/^\d{1,4}$/.test(number)) return null;
  // In other languages than English, one letter has too many meanings: "11p", "2 u".
  if (unit === null || /^(?![dwhy]$)\p{Script=Latin}$/u.test(words.join(' '))) return 'ambiguous';
  return EAST_ASIAN.test(words.join('')) ? null : { count: Number(number), unit };
}

/** Returns the number that Chinese characters up to 99 mean, or the characters. */
function hanNumber(text: string): string {
  const digits = '零一二三四五六七八九';
  const match = /^(?:([一二三四五六七八九]?)(十))?([一二三四五六七八九]?)$/u.exec(
    text.replace(/[两兩]/g, '二'),
  );
  if (!match) return text;
  const [, tens = '', ten, ones = ''] = match;
  return String(
    (ten ? (tens === '' ? 1 : digits.indexOf(tens)) * 10 : 0) + Math.max(0, digits.indexOf(ones || '零')),
  );
}

/**
 * Reads a time before `now`: `2 weeks ago`, `vor einem Monat`, `il y a 2 ans`, `3日前`, `yesterday`, `last month`, `5 d`. The
 * text is in the form of `foldedDate`. Returns null for any other text, and for a text with two such times.
 */
export function parseRelative(given: string, now: Date, colonTime: Clock | null): ParsedDate | null {
  const written = withDigits(given.replace(FEW, '0 '));
  const text = written.replace(ROUGHLY, '');
  const tokens = relativeTokens(text);
  for (const book of phraseBooksFor(text)) {
    const [found, ...more] = phrasesIn(book, tokens);
    const amount = bareAmount(book, relativeTokens(written));
    if (amount === 'ambiguous') return null;
    if (amount) return { date: before(now, amount.count, amount.unit), precision: 'relative' };
    if (!found) continue;
    if (isOfOtherEvent(tokens, found)) return null;
    const [earlier, later] = [amountsBefore(book, tokens, found), amountsAfter(book, tokens, found)];
    if (!earlier || !later || more.some(({ unit, count }) => unit !== found.unit || count !== found.count))
      return null;
    const date = [found, ...earlier, ...later].reduce((at, { count, unit }) => before(at, count, unit), now);
    const rest = [...tokens.slice(0, found.from), '§', ...tokens.slice(found.to)].join(' ');
    const clock = colonTime ?? (DAYS.has(found.unit) ? wordedTime(rest) : null);
    return { date: clock && DAYS.has(found.unit) ? atTime(date, clock) : date, precision: 'relative' };
  }
  return null;
}

function atTime(date: Date, { time, offset }: Clock): Date {
  const [hour, minute, second] = time;
  const local = new Date(date);
  local.setUTCHours(hour, minute, second, 0);
  return new Date(local.getTime() - (offset ?? 0) * 60_000);
}
