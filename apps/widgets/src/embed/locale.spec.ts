import { chooseLanguage, LANGUAGES, stringsOf } from './locale';
import { ELEMENT_STRINGS, STRING_KEYS } from './string-keys';

describe("the language of a widget's own texts", () => {
  it.each([
    ['what the page asks for', { asked: 'de', configured: 'fr', acceptLanguage: 'es' }, 'de', false],
    ['a regional form of it', { asked: 'pt-BR', configured: 'auto', acceptLanguage: undefined }, 'pt', false],
    ["the widget's setting", { asked: undefined, configured: 'fr', acceptLanguage: 'es' }, 'fr', false],
    [
      'the setting when the wish is unknown',
      { asked: 'xx', configured: 'fr', acceptLanguage: 'es' },
      'fr',
      false,
    ],
    [
      "the visitor's browser",
      { asked: undefined, configured: 'auto', acceptLanguage: 'xx, nl;q=0.5, es-MX;q=0.9' },
      'es',
      true,
    ],
    [
      'never what the browser refuses',
      { asked: undefined, configured: 'auto', acceptLanguage: 'de;q=0, it;q=0.1' },
      'it',
      true,
    ],
    ['English at last', { asked: undefined, configured: 'auto', acceptLanguage: '*' }, 'en', true],
    [
      'English for no header',
      { asked: undefined, configured: 'auto', acceptLanguage: undefined },
      'en',
      true,
    ],
    [
      'English for a language that has no file',
      { asked: undefined, configured: 'ja', acceptLanguage: undefined },
      'en',
      true,
    ],
  ])('is %s', (_case, wishes, language, varies) => {
    expect(chooseLanguage(wishes)).toEqual({ language, varies });
  });

  it.each(LANGUAGES)('has every text in %s, with the same places to fill as English', (language) => {
    const places = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    const english = stringsOf('en', {});
    const strings = stringsOf(language, {});
    for (const key of STRING_KEYS) {
      expect(strings(key)).not.toBe('');
      expect({ key, places: places(strings(key)) }).toEqual({ key, places: places(english(key)) });
    }
    for (const key of ELEMENT_STRINGS) expect(typeof strings(key)).toBe('string');
  });

  it('chooses plural forms and writes numbers as the language does', () => {
    expect(stringsOf('en', {})('based_on', { count: 1 })).toBe('Based on 1 review');
    expect(stringsOf('en', {})('based_on', { count: 1234 })).toBe('Based on 1,234 reviews');
    expect(stringsOf('de', {})('based_on', { count: 1234 })).toBe('Auf Grundlage von 1.234 Bewertungen');
    expect(stringsOf('fr', {})('n_stars', { count: 0 })).toBe('0 étoile');
  });

  it("lets the widget's own wording win", () => {
    expect(stringsOf('de', { read_more: 'Weiterlesen!' })('read_more')).toBe('Weiterlesen!');
  });
});
