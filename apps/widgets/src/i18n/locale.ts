import { ownValue } from '@plaudit/contracts';
import ar from './locales/ar.json';
import da from './locales/da.json';
import de from './locales/de.json';
import en from './locales/en.json';
import es from './locales/es.json';
import fr from './locales/fr.json';
import he from './locales/he.json';
import it from './locales/it.json';
import ja from './locales/ja.json';
import nl from './locales/nl.json';
import pl from './locales/pl.json';
import pt from './locales/pt.json';
import sv from './locales/sv.json';
import tr from './locales/tr.json';
import type { StringKey } from './string-keys';

type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type Locale = Readonly<Record<StringKey, string | Plural>>;

/** Each language is one complete file. Its name is the value of `lang=` and `i18n.locale`. */
const LOCALES = { en, de, es, fr, it, nl, pt, pl, sv, da, ja, tr, ar, he } satisfies Record<string, Locale>;
export type Language = keyof typeof LOCALES;
export const LANGUAGES = Object.keys(LOCALES) as Language[];

const RIGHT_TO_LEFT: readonly Language[] = ['ar', 'he'];

/** Returns the direction in which the language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}

/**
 * Returns the language tag with which the service and the element format numbers and dates. Arabic has two sets of digits, and which
 * one `ar` means depends on the version of the browser. Widgets use 0 to 9, as the platforms do in their scores.
 */
export function formatTag(language: Language): string {
  return language === 'ar' ? 'ar-u-nu-latn' : language;
}

const DEFAULT_LANGUAGE: Language = 'en';
/** Codes that some pages still use. */
const OLD_CODES: Readonly<Record<string, Language>> = { iw: 'he' };
const MAX_TAG = 35;

interface LanguagePreferences {
  /** `?lang=` of the request, which the attribute of the element sets. */
  requested: string | undefined;
  /** `i18n.locale` of the widget. */
  configured: string;
  /** `?page_lang=` of the request: the language of the page that contains the widget. */
  pageLanguage?: unknown;
  acceptLanguage: string | undefined;
}

interface LanguageChoice {
  language: Language;
  /** True if the choice depends on the visitor's Accept-Language header. */
  varies: boolean;
}

/**
 * Chooses the language of the widget's own texts: the requested one, else the configured one, else that of the page, else the one
 * that the visitor's browser prefers, else English. Languages without a translation are skipped. `de-AT` is served as `de`.
 */
export function chooseLanguage(preferences: LanguagePreferences): LanguageChoice {
  const { requested, configured, pageLanguage, acceptLanguage } = preferences;
  const fixed = supported(requested) ?? supported(configured) ?? supported(pageLanguage);
  if (fixed) return { language: fixed, varies: false };
  return { language: preferred(acceptLanguage) ?? DEFAULT_LANGUAGE, varies: true };
}

function supported(tag: unknown): Language | undefined {
  if (typeof tag !== 'string' || tag.length > MAX_TAG) return undefined;
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return LANGUAGES.find((language) => language === primary) ?? ownValue(OLD_CODES, primary);
}

function preferred(header: string | undefined): Language | undefined {
  const ranges = (header ?? '').slice(0, 500).split(',').map(parseRange);
  const ranked = ranges.filter((range) => range.weight > 0).sort((a, b) => b.weight - a.weight);
  return ranked.map((range) => supported(range.tag)).find(Boolean);
}

function parseRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';');
  const quality = parameters
    .map((parameter) => /^\s*q=([01](\.\d*)?)\s*$/.exec(parameter)?.[1])
    .find(Boolean);
  return { tag, weight: quality === undefined ? 1 : Number(quality) };
}

/** The values of a sentence: a number, a text, or a list that the language joins with its word for "or" or "and". */
type Value = string | number | { or: readonly string[] } | { and: readonly string[] };

export type Strings = (key: StringKey, values?: Record<string, Value>) => string;

/**
 * Returns a function that looks up the texts of one language and fills their `{name}` placeholders. Numbers are formatted
 * for the language, ratings with one decimal as in the element, and `count` selects the plural form. `overrides` are the texts that
 * the widget's settings replace.
 *
 * In a language that is written from right to left, every placeholder has Unicode isolates around it, also those that the element
 * fills. Without them a Latin name or a number would change the order of the words beside it.
 */
export function stringsOf(language: Language, overrides: Readonly<Record<string, string>>): Strings {
  const plurals = new Intl.PluralRules(language);
  const isRightToLeft = directionOf(language) === 'rtl';
  const locale: Locale = LOCALES[language];
  const format = formatterOf(language);
  return (key, values = {}) => {
    const entry = overrides[key] ?? locale[key];
    const form = typeof entry === 'string' ? entry : pluralForm(entry, plurals, values['count']);
    return form.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = ownValue(values, name);
      const text = value === undefined ? placeholder : format(value);
      const isIsolated = text !== '' && (isRightToLeft || RIGHT_TO_LEFT_LETTER.test(text));
      return isIsolated ? `\u2068${text}\u2069` : text;
    });
  };
}

/** A Hebrew or Arabic name in a sentence from left to right is isolated too. */
const RIGHT_TO_LEFT_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

function formatterOf(language: Language): (value: Value) => string {
  const numbers = new Intl.NumberFormat(formatTag(language), { maximumFractionDigits: 1 });
  return (value) => {
    if (typeof value === 'number') return numbers.format(value);
    if (typeof value === 'string') return value;
    return 'or' in value
      ? new Intl.ListFormat(language, { type: 'disjunction' }).format(value.or)
      : new Intl.ListFormat(language, { type: 'conjunction' }).format(value.and);
  };
}

function pluralForm(entry: Plural, rules: Intl.PluralRules, count: Value | undefined): string {
  return entry[rules.select(Number(count ?? 0))] ?? entry.other;
}
