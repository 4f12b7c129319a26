import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from './locale';
import { ELEMENT_STRINGS, type StringKey, STRING_KEYS } from './string-keys';

type Entry = string | Record<string, string>;

const FOLDER = join(__dirname, 'locales');
/** A control has little room. */
const MAX_LABEL = 36;
const MAX_SENTENCE = 140;
const LABELS: readonly StringKey[] = [
  'all_ratings',
  'all_platforms',
  'filter_rating',
  'filter_platform',
  'sort_by',
  'sort_featured',
  'sort_newest',
  'sort_oldest',
  'sort_highest',
  'sort_lowest',
  'search',
  'load_more',
  'loading',
  'read_more',
  'read_less',
  'anonymous',
  'verified',
  'translated',
  'reply',
  'close',
  'previous',
  'next',
  'pause',
  'play',
  'write_review',
  'ai_title',
];
/** Words that other languages share with English. */
const SHARED: Partial<Record<string, readonly StringKey[]>> = {
  nl: ['filter_platform'],
  da: ['filter_platform'],
};

const locales = new Map(LANGUAGES.map((language) => [language, entriesOf(language)]));
const english = entriesOf('en');

function entriesOf(language: string): Record<string, Entry> {
  return JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as Record<string, Entry>;
}

function formsOf(entry: Entry | undefined): [form: string, text: string][] {
  return typeof entry === 'object' ? Object.entries(entry) : [['other', entry ?? '']];
}

function placeholdersOf(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort();
}

describe('the locale files', () => {
  it('are one for each language, with the same texts in the same order', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(LANGUAGES.map((language) => `${language}.json`).sort());
    expect(Object.keys(english).sort()).toEqual([...STRING_KEYS].sort());
    for (const entries of locales.values()) expect(Object.keys(entries)).toEqual(Object.keys(english));
  });

  it.each(LANGUAGES)('have every plural form of %s, or one text for all', (language) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, entry] of Object.entries(locales.get(language) ?? {})) {
      if (typeof entry === 'string') continue;
      expect([key, Object.keys(entry).sort()]).toEqual([key, [...pluralCategories].sort()]);
    }
  });

  it.each(LANGUAGES)('have the placeholders of English in %s', (language) => {
    for (const [key, entry] of Object.entries(locales.get(language) ?? {})) {
      const wanted = placeholdersOf(formsOf(english[key]).at(-1)?.[1] ?? '');
      for (const [form, text] of formsOf(entry)) {
        const given = placeholdersOf(text);
        // "One review" and "two reviews" need no digit.
        const isCountInWords = ['zero', 'one', 'two'].includes(form);
        const left = wanted.filter((name) => !isCountInWords || !/count|shown|collected|stars/.test(name));
        expect([key, form, given]).toEqual([key, form, expect.arrayContaining(left)]);
        expect([key, form, wanted]).toEqual([key, form, expect.arrayContaining(given)]);
      }
    }
  });

  it.each(LANGUAGES)('are translated, tidy and short in %s', (language) => {
    for (const [key, entry] of Object.entries(locales.get(language) ?? {})) {
      const isLabel = LABELS.includes(key as StringKey);
      for (const [form, text] of formsOf(entry)) {
        expect([
          key,
          form,
          text.length <= (isLabel ? MAX_LABEL : MAX_SENTENCE),
          text.trim() === text,
        ]).toEqual([key, form, true, true]);
        expect([key, text]).toEqual([key, expect.stringMatching(/\p{L}{2}/u)]);
      }
      if (language === 'en' || SHARED[language]?.includes(key as StringKey)) continue;
      expect([key, entry]).not.toEqual([key, english[key]]);
    }
  });

  it.each(['ja', 'ar', 'he'])('have no Latin words in %s except names', (language) => {
    const names = /\bAI\b|Plaudit/g;
    for (const [key, entry] of Object.entries(locales.get(language as 'ja') ?? {})) {
      for (const [, text] of formsOf(entry)) {
        const words = text.replace(/\{\w+\}/g, '').replace(names, '');
        expect([key, words]).toEqual([key, expect.not.stringMatching(/[A-Za-z]/)]);
      }
    }
  });

  it('have every text that the element needs', () => {
    for (const key of Object.values(ELEMENT_STRINGS).flat()) expect(typeof english[key]).toBe('string');
  });
});
