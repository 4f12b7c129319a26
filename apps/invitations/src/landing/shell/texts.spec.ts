import { LANGUAGES } from '../../settings/languages';
import { textsOf } from './texts';
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
