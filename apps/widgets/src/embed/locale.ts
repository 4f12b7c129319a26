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

/** A language is one complete file here; its name is what `lang=` and `i18n.locale` take. */
const LOCALES = { en, de, es, fr, it, nl, pt } satisfies Record<string, Locale>;
export type Language = keyof typeof LOCALES;
export const LANGUAGES = Object.keys(LOCALES) as Language[];

const DEFAULT_LANGUAGE: Language = 'en';

interface LanguageWishes {
  /** `?lang=` of the request. */
  asked: string | undefined;
  /** `i18n.locale` of the widget. */
  configured: string;
  acceptLanguage: string | undefined;
}

interface LanguageChoice {
  language: Language;
  /** True when another visitor may get another language from the same address. */
  varies: boolean;
}

/**
 * The language of a widget's own texts: what the page asks for, else the widget's setting, else (`auto`) the visitor's
 * browser, else English. A wish we have no file for counts as none; `de-AT` is served `de`.
 */
export function chooseLanguage(wishes: LanguageWishes): LanguageChoice {
  const fixed = supported(wishes.asked) ?? supported(wishes.configured);
  if (fixed) return { language: fixed, varies: false };
  return { language: preferred(wishes.acceptLanguage) ?? DEFAULT_LANGUAGE, varies: true };
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

export type Strings = (key: StringKey, values?: Record<string, string | number>) => string;

/**
 * Looks up the texts of one language: `{name}` places are filled, numbers are written as that language does, and
 * `count` chooses the plural form. `overrides` are the widget's own wordings.
 */
export function stringsOf(language: Language, overrides: Readonly<Record<string, string>>): Strings {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const locale: Locale = LOCALES[language];
  return (key, values = {}) => {
    const entry = overrides[key] ?? locale[key];
    const form = typeof entry === 'string' ? entry : pluralForm(entry, plurals, values.count);
    return form.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      return typeof value === 'number' ? numbers.format(value) : (value ?? place);
    });
  };
}

function pluralForm(entry: Plural, rules: Intl.PluralRules, count: string | number | undefined): string {
  return entry[rules.select(Number(count ?? 0))] ?? entry.other;
}
