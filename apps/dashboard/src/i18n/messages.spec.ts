import { readFileSync } from 'node:fs';
import type { Text } from './interpolate';
import { LANGUAGES } from './languages';
import { namespaces, placesOf, readTexts, VALUE_TYPES_FILE, valueTypes } from './value-types';

function placesByKey(texts: Readonly<Record<string, Text>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placesOf(text)]));
}

function isPartlyEmpty(text: Text): boolean {
  return (typeof text === 'string' ? [text] : Object.values(text)).includes('');
}

describe.each(LANGUAGES)('the texts in %s', (language) => {
  it.each(namespaces())('have every text of %s with the same values', (namespace) => {
    const english = readTexts('en', namespace);
    const texts = readTexts(language, namespace);
    expect(placesByKey(texts)).toEqual(placesByKey(english));
    expect(Object.entries(texts).filter(([, text]) => isPartlyEmpty(text))).toEqual([]);
  });
});

describe('generated/text-values.ts', () => {
  it('equals the output of `npm run generate`', () => {
    expect(readFileSync(VALUE_TYPES_FILE, 'utf8')).toBe(valueTypes());
  });
});
