import { LANGUAGES, type Language } from '../../settings/languages';
import de from './texts/de.json';
import en from './texts/en.json';
import es from './texts/es.json';
import fr from './texts/fr.json';
import it from './texts/it.json';
import pt from './texts/pt.json';

export type TextKey = keyof typeof en;

/** Each language is one complete file. */
const TEXTS: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { en, fr, es, pt, de, it };

/** Looks up a text and fills its `{name}` placeholders. The result is plain text. */
export type Texts = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

export function textsOf(language: Language): Texts {
  return (key, values = {}) =>
    TEXTS[language][key].replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

const MAX_HEADER = 500;

/** Returns the language for a page of which no settings are known: the first that the browser prefers, else English. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').slice(0, MAX_HEADER).split(',').map(rangeOf);
  const ranked = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  const tags = ranked.map(({ tag }) => LANGUAGES.find((language) => language === tag));
  return tags.find((language) => language !== undefined) ?? 'en';
}

function rangeOf(range: string): { tag: string; weight: number } {
  const [tag = '', quality] = range.split(';');
  const weight = quality === undefined ? 1 : Number(/^\s*q=([01](?:\.\d*)?)\s*$/.exec(quality)?.[1] ?? 1);
  return { tag: tag.trim().toLowerCase().split('-')[0] as string, weight };
}
