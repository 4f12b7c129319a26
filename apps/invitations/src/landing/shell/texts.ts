import { ownValue } from '@plaudit/contracts';
import type { Language } from '../../settings/languages';
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
    TEXTS[language][key].replace(
      /\{(\w+)\}/g,
      (placeholder, name: string) => ownValue(values, name) ?? placeholder,
    );
}
