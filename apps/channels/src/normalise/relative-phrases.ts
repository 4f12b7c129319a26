import { ownValue } from '@plaudit/contracts/own-value';
import type { TimeUnit } from './calendar';
import { foldedDate } from './date-text';
import { ABBREVIATIONS, MORE, ONE, REWORDED, UNIT_NAMES } from './relative-words';

export interface Phrase {
  unit: TimeUnit;
  /** Null if the text has the number, where the phrase has `#`. */
  count: number | null;
  /** Where the phrase means a date. Elsewhere it may be part of another one: "birkaç ay önce" is several months ago. */
  place: 'anywhere' | 'start' | 'whole';
}

export interface Phrases {
  /** By their tokens, joined with blanks. */
  phrases: ReadonlyMap<string, Phrase>;
  /** Names of units as they stand in a phrase: "2 months" of "1 year, 2 months ago". Null for a name of two units. */
  units: ReadonlyMap<string, TimeUnit | null>;
}

/** The units, the shortest one first. */
export const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
const STYLES = ['long', 'short', 'narrow'] as const;
/** Counts that have all plural forms of all languages between them. */
const COUNTS = [1, 2, 3, 5, 11, 100];

/** Languages that are looked up together. In a group, a phrase of an earlier language counts first. */
const GROUPS: readonly { script: RegExp; languages: readonly string[] }[] = [
  {
    script: /\p{Script=Latin}/u,
    languages: [
      'en',
      'de',
      'fr',
      'es',
      'pt',
      'pt-PT',
      'it',
      'nl',
      'sv',
      'da',
      'nb',
      'nn',
      'fi',
      'pl',
      'cs',
      'tr',
    ],
  },
  {
    script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u,
    languages: ['zh', 'zh-Hant', 'zh-HK', 'ja', 'ko'],
  },
  { script: /\p{Script=Cyrillic}/u, languages: ['ru', 'uk', 'bg', 'sr', 'sr-BA'] },
  {
    script: /\p{Script=Latin}/u,
    languages: ['hu', 'ro', 'ca', 'hr', 'bs', 'sr-Latn', 'sk', 'sl', 'et', 'lv', 'lt', 'vi', 'id'],
  },
  { script: /\p{Script=Greek}/u, languages: ['el'] },
  { script: /\p{Script=Hebrew}/u, languages: ['he'] },
  { script: /\p{Script=Arabic}/u, languages: ['ar'] },
  { script: /\p{Script=Thai}/u, languages: ['th'] },
  { script: /\p{Script=Devanagari}/u, languages: ['hi'] },
];

const EAST_ASIAN = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const TOKENS = new RegExp(
  `\\d+(?:[.,/⁄]\\d+)*|[${EAST_ASIAN}]|[\\p{L}\\p{M}]+?(?=[${EAST_ASIAN}]|[^\\p{L}\\p{M}]|$)|[^\\s.'"()\\p{L}\\p{M}]`,
  'gu',
);

/** Returns the words, numbers and marks of a text in {@link foldedDate} form. East Asian characters are words. */
export function relativeTokens(text: string): string[] {
  return (
    text
      .replace(/(?<=\p{L})[-'](?=\p{L})/gu, ' ')
      // Hebrew adds the number to a word that means it: "(2)".
      .replace(/(?<=\p{Script=Hebrew}'?) \(\d\)/gu, '')
      .match(TOKENS) ?? []
  );
}

/** Returns the tokens of a phrase that Intl wrote, with `#` in place of its number. */
function keyOf(phrase: string): string {
  const text = phrase
    .replace(/ \(\d+\)/g, '')
    .replace(/\d+/g, ' # ')
    .replace(/\u2212/g, '-');
  return relativeTokens(foldedDate(text)).join(' ');
}

/** Collects phrases. A phrase that means two dates, or also one to come, means none. */
class PhraseBook implements Phrases {
  readonly phrases = new Map<string, Phrase>();
  readonly units = new Map<string, TimeUnit | null>();

  addLanguage(language: string): void {
    const found = new Map<string, Phrase | null>();
    const note = (key: string, phrase: Phrase | null): void => {
      const known = found.get(key);
      const isOther = known !== undefined && (known?.unit !== phrase?.unit || known?.count !== phrase?.count);
      found.set(key, isOther ? null : (known ?? phrase));
    };
    for (const [key, phrase] of phrasesOf(language)) note(key, phrase);
    for (const [key, phrase] of morePhrasesOf(language)) note(key, phrase);
    for (const [key, phrase] of recombined(language, found)) if (!found.has(key)) found.set(key, phrase);
    for (const [key, phrase] of found) if (phrase && !this.phrases.has(key)) this.phrases.set(key, phrase);
    this.addUnits(found);
  }

  /** Adds what remains of the phrases without the words that all of them have, such as "ago". */
  private addUnits(found: ReadonlyMap<string, Phrase | null>): void {
    const tails = [...found].flatMap(([key, phrase]) => {
      const tail = /(?:^|.* )# (.+)$/.exec(key)?.[1];
      return tail === undefined || phrase?.count !== null ? [] : [{ tail, unit: phrase.unit }];
    });
    const lastOf = (tail: string): string => tail.slice(tail.lastIndexOf(' ') + 1);
    const unitsOf = new Map<string, Set<TimeUnit>>();
    for (const { tail, unit } of tails)
      unitsOf.set(lastOf(tail), (unitsOf.get(lastOf(tail)) ?? new Set()).add(unit));
    for (const { tail, unit } of tails) {
      const words = tail.split(' ');
      while (words.length > 1 && (unitsOf.get(words.at(-1) ?? '')?.size ?? 0) > 2) words.pop();
      const name = words.join(' ');
      this.units.set(
        name,
        (this.units.get(name) ?? unit) === unit && this.units.get(name) !== null ? unit : null,
      );
    }
  }
}

/** Returns the phrases of Intl in one language, and those made of them. Null stands for a date to come. */
function* phrasesOf(language: string): Generator<[string, Phrase | null]> {
  const keys = new Map<string, string>();
  const cachedKey = (phrase: string): string => {
    const wording = phrase.replace(/\d+/, '1');
    const key = keys.get(wording) ?? keyOf(wording);
    keys.set(wording, key);
    return key;
  };
  for (const style of STYLES) {
    const options = { style, numberingSystem: 'latn' };
    const numeric = new Intl.RelativeTimeFormat(language, options);
    const worded = new Intl.RelativeTimeFormat(language, { ...options, numeric: 'auto' });
    for (const unit of UNITS) {
      for (const count of COUNTS) {
        yield [cachedKey(numeric.format(count, unit)), null];
        yield* variantsOf(language, cachedKey(numeric.format(-count, unit)), { unit, count, style });
      }
      yield* wordedPhrases((count) => cachedKey(worded.format(count, unit)), unit);
    }
  }
}

/** Returns "yesterday", "the day before", "last month", "today" and "now". "This month" is no date. */
function* wordedPhrases(
  keyFor: (count: number) => string,
  unit: TimeUnit,
): Generator<[string, Phrase | null]> {
  for (const count of [1, 2]) {
    yield [keyFor(count), null];
    const key = keyFor(-count);
    if (!key.includes('#')) yield [key, { unit, count, place: placeOf(key) }];
  }
  if (unit === 'day') yield [keyFor(0), { unit, count: 0, place: 'start' }];
  if (unit === 'second') yield [keyFor(0), { unit, count: 0, place: 'whole' }];
}

function* morePhrasesOf(language: string): Generator<[string, Phrase]> {
  for (const [key, meaning] of Object.entries(ownValue(MORE, language) ?? {})) {
    const [number, unit] = meaning.split(' ') as [string, TimeUnit];
    const count = number === '#' ? null : Number(number);
    yield [key, { unit, count, place: key.includes(' ') ? 'anywhere' : 'start' }];
  }
  if (language !== 'en') return;
  for (const unit of UNITS) {
    for (const word of ABBREVIATIONS[unit].split(' ')) {
      yield [`# ${word} ago`, { unit, count: null, place: 'anywhere' }];
    }
  }
}

/** One word may be a word of another language ("hier"), and East Asian characters part of another word. */
function placeOf(key: string): Phrase['place'] {
  return /^\p{L}+$/u.test(key) || new RegExp(`[${EAST_ASIAN}]`, 'u').test(key) ? 'start' : 'anywhere';
}

/** Returns a phrase in its other wordings: with a word for one, without a number, and what {@link REWORDED} says. */
function* variantsOf(
  language: string,
  key: string,
  { unit, count, style }: { unit: TimeUnit; count: number; style: (typeof STYLES)[number] },
): Generator<[string, Phrase]> {
  const reworded = (ownValue(REWORDED, language) ?? []).filter(([pattern]) => pattern.test(key));
  for (const form of [key, ...reworded.map(([pattern, form]) => key.replace(pattern, form))]) {
    // A month in French, a minute in Romanian.
    if (form === '- # m') continue;
    if (!form.includes('#')) {
      yield [form, { unit, count, place: 'anywhere' }];
      continue;
    }
    yield [form, { unit, count: null, place: form.startsWith('-') ? 'whole' : 'anywhere' }];
    // "il y a 1 a" is a short form only with its number.
    if (count !== 1 || (style !== 'long' && / \p{L}$/u.test(form))) continue;
    yield* wordsForOne(language, form, unit);
  }
}

/** Returns a phrase with a word for one, and without any. */
function* wordsForOne(language: string, form: string, unit: TimeUnit): Generator<[string, Phrase]> {
  for (const one of ownValue(ONE, language)?.split(' ') ?? []) {
    yield [form.replace('#', one), { unit, count: 1, place: 'anywhere' }];
  }
  const bare = form.replace('# ', '');
  if (bare.includes(' ') && placeOf(bare) === 'anywhere') yield [bare, { unit, count: 1, place: 'start' }];
}

/** Returns the names of a unit as they stand alone, such as "1 day" and "2 Tage". Arabic writes one and two as a word. */
function* namesOf(language: string, unit: TimeUnit): Generator<{ name: string; count: number }> {
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    numberingSystem: 'latn',
  });
  for (const count of COUNTS) yield { name: keyOf(format.format(count)), count };
  for (const name of ownValue(UNIT_NAMES, language)?.[unit]?.split(' ') ?? [])
    yield { name: `# ${name}`, count: 1 };
}

/**
 * Returns the frames of a language, such as "vor #", with each of its names of units. People write "vor 2 Tage" and "1 неделя
 * назад", where Intl inflects.
 */
function* recombined(
  language: string,
  found: ReadonlyMap<string, Phrase | null>,
): Generator<[string, Phrase]> {
  const frames = framesOf(found);
  for (const unit of UNITS) {
    for (const { name, count } of namesOf(language, unit)) {
      const phrase = { unit, count: name.includes('#') ? null : count, place: 'anywhere' } as const;
      const forms = frames.map((frame) => frame.replace('§', name));
      yield* forms.map((form): [string, Phrase] => [form, phrase]);
      if (count === 1) yield* forms.flatMap((form) => [...wordsForOne(language, form, unit)]);
    }
  }
}

/** Returns the phrases with `§` in place of their number and unit, which are the words that few units have. */
function framesOf(found: ReadonlyMap<string, Phrase | null>): string[] {
  const unitsOf = new Map<string, Set<TimeUnit>>();
  const numbered = [...found].flatMap(([key, phrase]) =>
    phrase?.count === null && phrase.place === 'anywhere' && key.includes('#')
      ? [{ words: key.split(' '), unit: phrase.unit }]
      : [],
  );
  for (const { words, unit } of numbered)
    for (const word of words) unitsOf.set(word, (unitsOf.get(word) ?? new Set()).add(unit));
  const isFrame = (word: string): boolean => word !== '#' && (unitsOf.get(word)?.size ?? 0) > 4;
  const frames = numbered.flatMap(({ words }) => {
    const frame = words.map((word) => (isFrame(word) ? word : '§')).join(' ');
    // The number and the unit stand together, and nothing else is special to the unit.
    return /^[^§]*§(?: §)+[^§]*$/.test(frame) && /[^§ ]/.test(frame) ? [frame.replace(/§(?: §)+/, '§')] : [];
  });
  return [...new Set(frames)];
}

const books = new Map<number, PhraseBook>();

/** Returns the phrases of the languages that a text may be in, the most frequent ones first. Each is built at first use. */
export function* phraseBooksFor(text: string): Generator<Phrases> {
  for (const [index, { script, languages }] of GROUPS.entries()) {
    if (!script.test(text)) continue;
    let book = books.get(index);
    if (!book) {
      book = new PhraseBook();
      for (const language of languages) book.addLanguage(language);
      books.set(index, book);
    }
    yield book;
  }
}
