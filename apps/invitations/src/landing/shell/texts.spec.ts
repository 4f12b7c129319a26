import { LANGUAGES } from '../../settings/languages';
import { preferredLanguage, textsOf } from './texts';
import en from './texts/en.json';

const KEYS = Object.keys(en) as (keyof typeof en)[];

describe('textsOf', () => {
  it.each(LANGUAGES)('has every text in %s, with the same placeholders as in English', (language) => {
    for (const key of KEYS) {
      const text = textsOf(language)(key);
      expect([key, text.trim() === '', (text.match(/\{\w+\}/g) ?? []).sort()]).toEqual([
        key,
        false,
        (en[key].match(/\{\w+\}/g) ?? []).sort(),
      ]);
    }
  });

  it('fills placeholders once, so that a value with braces stays as it is', () => {
    expect(textsOf('en')('title', { business: '{recipient} & {business}' })).toBe(
      'Review {recipient} & {business}',
    );
  });
});

describe('preferredLanguage', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['nl', 'en'],
    ['pt-BR,en;q=0.9', 'pt'],
    ['en;q=0.1, it;q=0.2', 'it'],
    ['de;q=0, fr;q=0.5', 'fr'],
    [',,;q=x,es', 'es'],
    [`${'x,'.repeat(400)}de`, 'en'],
  ])('returns for %j the language %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});
