import { readFileSync } from 'node:fs';
import type { Text } from './interpolate';
import { LANGUAGES } from './languages';
import { namespaces, placesOf, readTexts, VALUE_TYPES_FILE, valueTypes } from './value-types';

describe.each(LANGUAGES)('the texts in %s', (language) => {
  it.each(namespaces())('have every text of %s with the same values', (namespace) => {
    const english = readTexts('en', namespace);
    const texts = readTexts(language, namespace);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts)) {
      expect({ key, places: placesOf(text) }).toEqual({ key, places: placesOf(english[key] as Text) });
      expect(Object.values(typeof text === 'string' ? { text } : text)).not.toContain('');
    }
  });
});

describe('generated/text-values.ts', () => {
  it('equals the output of `npm run generate`', () => {
    expect(readFileSync(VALUE_TYPES_FILE, 'utf8')).toBe(valueTypes());
  });
});
