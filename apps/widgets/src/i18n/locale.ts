import de from './locales/de.json';
import en from './locales/en.json';
import es from './locales/es.json';
import fr from './locales/fr.json';
import it from './locales/it.json';
import nl from './locales/nl.json';
import pt from './locales/pt.json';
import type { StringKey } from './string-keys';

type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type Locale = Readonly<Record<StringKey, string | Plural>>;

/** Each language is one complete file. Its name is the value of `lang=` and `i18n.locale`. */
const LOCALES = { en, de, es, fr, it, nl, pt } satisfies Record<string, Locale>;
export type Language = keyof typeof LOCALES;
export const LANGUAGES = Object.keys(LOCALES) as Language[];

const DEFAULT_LANGUAGE: Language = 'en';

interface LanguagePreferences {
  /** `?lang=` of the request. */
  requested: string | undefined;
  /** `i18n.locale` of the widget. */
  configured: string;
  acceptLanguage: string | undefined;
}

interface LanguageChoice {
  language: Language;
  /** True if the choice depends on the visitor's Accept-Language header. */
  varies: boolean;
}

/**
 * Chooses the language of the widget's own texts: the requested one, else the configured one, else the one that the
 * visitor's browser prefers, else English. Languages without a translation are skipped. `de-AT` is served as `de`.
 */
export function chooseLanguage(preferences: LanguagePreferences): LanguageChoice {
  const fixed = supported(preferences.requested) ?? supported(preferences.configured);
  if (fixed) return { language: fixed, varies: false };
  return { language: preferred(preferences.acceptLanguage) ?? DEFAULT_LANGUAGE, varies: true };
}

function supported(tag: string | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split('-')[0];
  return LANGUAGES.find((language) => language === primary);
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

type Value = string | number | readonly string[];

export type Strings = (key: StringKey, values?: Record<string, Value>) => string;

/**
 * Returns a function that looks up the texts of one language and fills their `{name}` placeholders. Numbers are formatted
 * for the language, lists are joined with its word for "or", and `count` selects the plural form. `overrides` are the
 * texts that the widget's settings replace.
 */
export function stringsOf(language: Language, overrides: Readonly<Record<string, string>>): Strings {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const lists = new Intl.ListFormat(language, { type: 'disjunction' });
  const locale: Locale = LOCALES[language];
  const format = (value: Value): string => {
    if (typeof value === 'number') return numbers.format(value);
    return typeof value === 'string' ? value : lists.format(value);
  };
  return (key, values = {}) => {
    const entry = overrides[key] ?? locale[key];
    const form = typeof entry === 'string' ? entry : pluralForm(entry, plurals, values['count']);
    return form.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      return value === undefined ? placeholder : format(value);
    });
  };
}

function pluralForm(entry: Plural, rules: Intl.PluralRules, count: Value | undefined): string {
  return entry[rules.select(Number(count ?? 0))] ?? entry.other;
}
