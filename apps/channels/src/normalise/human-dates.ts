import { atOffset } from '@plaudit/runtime/content';
import { pageDate, type ParsedDate } from './calendar';

// Languages whose month names Intl spells as web pages do. Node contains the data of all of them.
const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'ru',
  'uk',
  'tr',
];

/** Returns the word in lower case, without accents and a final dot. */
function bare(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\.$/, '');
}

/** Returns the names of a month in one language: long and short, alone and as inflected in a date. */
function namesOf(language: string, month: number): string[] {
  const date = new Date(Date.UTC(2026, month, 1));
  return (['long', 'short'] as const).flatMap((style) => {
    const alone = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
    const dated = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' });
    const inflected = dated.formatToParts(date).find((part) => part.type === 'month')?.value ?? '';
    return [alone.format(date), inflected];
  });
}

/**
 * Maps month names in all {@link LANGUAGES} to 1..12. If two languages disagree (Polish and Czech `listopad`), the first
 * language counts.
 */
function monthNames(): Map<string, number> {
  const names = new Map<string, number>([['sept', 9]]);
  for (const language of LANGUAGES) {
    for (let month = 0; month < 12; month++) {
      const usable = namesOf(language, month)
        .map(bare)
        .filter((name) => /^\p{L}{3,}$/u.test(name));
      for (const name of usable) names.set(name, names.get(name) ?? month + 1);
    }
  }
  return names;
}

let months: Map<string, number> | undefined;

function monthOf(word: string): number | undefined {
  months ??= monthNames();
  const key = bare(word);
  return months.get(key) ?? (key.length > 3 ? months.get(key.slice(0, 3)) : undefined);
}

const RFC_822 =
  /^(?:\p{L}+,?\s+)?(\d{1,2})\s+(\p{L}{3,})\s+(\d{4})\s+(\d\d):(\d\d)(?::(\d\d))?\s*(z|gmt|utc?|[+-]\d{4})?$/iu;

function fromRfc822(text: string): ParsedDate | null {
  const match = RFC_822.exec(text);
  const month = match?.[2] === undefined ? undefined : monthOf(match[2]);
  if (!match || month === undefined) return null;
  const date = pageDate(
    [Number(match[3]), month, Number(match[1])],
    [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)],
  );
  return date && { date: atOffset(date, match[7]), precision: 'second' };
}

/** Reads `2026年3月5日` and `2026년 3월 5일`. */
function fromEastAsian(text: string): ParsedDate | null {
  const match = /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日일])?/u.exec(text);
  if (!match) return null;
  const date = pageDate([Number(match[1]), Number(match[2]), Number(match[3] ?? 1)]);
  return date && { date, precision: match[3] === undefined ? 'month' : 'day' };
}

/**
 * Reads a text with one year, one month name and at most one day: `March 3, 2026`, `Edited 3. März 2026`,
 * `3 de marzo de 2026`, `May 2026`.
 */
function fromMonthName(text: string): ParsedDate | null {
  const words = text.match(/\d+|\p{L}[\p{L}\p{M}]+\.?/gu) ?? [];
  const years = words.filter((word) => /^\d{4}$/.test(word));
  const days = words.filter((word) => /^\d{1,2}$/.test(word));
  const month = words
    .filter((word) => !/^\d/.test(word))
    .map(monthOf)
    .find((found) => found !== undefined);
  if (month === undefined || years.length !== 1 || days.length > 1) return null;
  const date = pageDate([Number(years[0]), month, Number(days[0] ?? 1)]);
  return date && { date, precision: days.length === 0 ? 'month' : 'day' };
}

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

const UNITS: readonly (readonly [Unit, RegExp])[] = [
  ['second', /^(?:seconds?|secs?|sekunden?|secondes?|segundos?|second[io]|seconden?|秒|초)$/],
  ['minute', /^(?:minutes?|mins?|minuten?|minutos?|minut[io]|minuut|分|分钟|분)$/],
  ['hour', /^(?:hours?|hrs?|stunden?|heures?|horas?|or[ae]|uur|uren|小时|時間|시간)$/],
  ['day', /^(?:days?|tag(?:e|en)?|jours?|dias?|giorn[io]|dag(?:en)?|天|日|일)$/],
  ['week', /^(?:weeks?|wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken)|周|週|週間|주)$/],
  ['month', /^(?:months?|monat(?:e|en)?|mois|mes(?:es)?|mes[ei]|maand(?:en)?|个月|か月|ヶ月|개월)$/],
  ['year', /^(?:years?|yrs?|jahr(?:e|en)?|ans?|annees?|anos?|ann[oi]|jaar|年|년)$/],
];

const AGO = /\bago\b|\bvor\b|\bil y a\b|\bhace\b|\bha\b|\bfa\b|\bgeleden\b|\batras\b|前|전/;
const ONE = /^(?:an?|one|eine[mnr]?|une?|un[ao]?|uma?|um|een)$/;
const TODAY = /^(?:today|just now|heute|aujourd'hui|hoy|hoje|oggi|vandaag|今天|今日|오늘)$/;
const YESTERDAY = /^(?:yesterday|gestern|hier|ayer|ontem|ieri|gisteren|昨天|昨日|어제)$/;

function back(now: Date, count: number, unit: Unit): Date {
  const date = new Date(now);
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() - count);
  else if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() - count);
  else {
    const seconds = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 }[unit];
    date.setTime(date.getTime() - count * seconds * 1_000);
  }
  return date;
}

/** Reads a time before `now`: `2 weeks ago`, `vor 3 Tagen`, `il y a un mois`, `hace 3 días`, `há 3 dias`, `3日前`, `yesterday`. */
function fromRelative(text: string, now: Date): ParsedDate | null {
  const phrase = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}/gu, '')
    .normalize('NFC');
  if (TODAY.test(phrase)) return { date: now, precision: 'relative' };
  if (YESTERDAY.test(phrase)) return { date: back(now, 1, 'day'), precision: 'relative' };
  if (!AGO.test(phrase)) return null;
  const words = phrase.match(
    /\d+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[a-z]+/gu,
  );
  const count = words?.find((word) => /^\d+$/.test(word) || ONE.test(word));
  const named = (words ?? []).map((word) => word.replace(/[前전]$/, '').trim());
  const unit = UNITS.find(([, pattern]) => named.some((word) => pattern.test(word)))?.[0];
  if (count === undefined || unit === undefined) return null;
  const amount = /^\d+$/.test(count) ? Number(count) : 1;
  return { date: back(now, amount, unit), precision: 'relative' };
}

/**
 * Reads a date in words, absolute or relative to `now`. Returns null for any other text. Digits must be ASCII, and the text
 * short.
 */
export function parseHumanDate(text: string, now: Date): ParsedDate | null {
  return fromRfc822(text) ?? fromEastAsian(text) ?? fromRelative(text, now) ?? fromMonthName(text);
}
