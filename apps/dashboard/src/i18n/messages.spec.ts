import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Text } from './interpolate';
import { LANGUAGES } from './languages';

const FOLDER = join(__dirname, 'messages');
const NAMESPACES = readdirSync(join(FOLDER, 'en'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

function read(language: string, namespace: string): Record<string, Text> {
  return JSON.parse(readFileSync(join(FOLDER, language, `${namespace}.json`), 'utf8')) as Record<
    string,
    Text
  >;
}

function placesOf(text: Text): string[] {
  const forms = typeof text === 'string' ? [text] : Object.values(text);
  return [...new Set(forms.flatMap((form) => (form as string).match(/\{\w+\}/g) ?? []))].sort();
}

describe.each(LANGUAGES)('the texts in %s', (language) => {
  it.each(NAMESPACES)('have every text of %s with the same values', (namespace) => {
    const english = read('en', namespace);
    const texts = read(language, namespace);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts)) {
      expect({ key, places: placesOf(text) }).toEqual({ key, places: placesOf(english[key] as Text) });
      expect(Object.values(typeof text === 'string' ? { text } : text)).not.toContain('');
    }
  });
});
