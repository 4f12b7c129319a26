import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageFile, Text } from './interpolate';

const MESSAGES = join(__dirname, 'messages');
const HEADER = `/**
 * The values that each text needs, generated from the English texts by \`npm run generate\`. A text that is not listed needs none.
 */
`;

export const VALUE_TYPES_FILE = join(__dirname, 'generated', 'text-values.ts');

/** Returns the names of the parts that the texts of a language have. */
export function namespaces(): string[] {
  return readdirSync(join(MESSAGES, 'en'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''));
}

export function readTexts(language: string, namespace: string): MessageFile {
  return JSON.parse(readFileSync(join(MESSAGES, language, `${namespace}.json`), 'utf8')) as MessageFile;
}

/** Returns the names of the values in any form of a text, sorted. */
export function placesOf(text: Text): string[] {
  const forms: string[] = typeof text === 'string' ? [text] : Object.values(text);
  const names = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  return [...new Set(names)].sort();
}

/** Returns TypeScript that declares the values of all English texts. */
export function valueTypes(): string {
  const parts = namespaces().map((namespace) => {
    const lines = Object.entries(readTexts('en', namespace)).flatMap(([key, text]) => {
      const values = valuesOf(text);
      return values.length === 0 ? [] : [`    '${key}': { ${values.join('; ')} };\n`];
    });
    return `  ${namespace}: {\n${lines.join('')}  };\n`;
  });
  return `${HEADER}export interface ValuesOfTexts {\n${parts.join('')}}\n`;
}

/** The plural form is chosen by the number `count`, even if no form writes it. */
function valuesOf(text: Text): string[] {
  const isPlural = typeof text !== 'string';
  const others = placesOf(text).filter((name) => !isPlural || name !== 'count');
  return [...(isPlural ? ['count: number'] : []), ...others.map((name) => `${name}: string | number`)];
}
