import { chooseLanguage, LANGUAGES, stringsOf } from './locale';
import { ELEMENT_STRINGS, STRING_KEYS } from './string-keys';

describe('chooseLanguage', () => {
  it.each([
    [
      'the language that the page requests',
      { requested: 'de', configured: 'fr', acceptLanguage: 'es' },
      'de',
      false,
    ],
    [
      'the base language of a requested regional form',
      { requested: 'pt-BR', configured: 'auto', acceptLanguage: undefined },
      'pt',
      false,
    ],
    [
      "the language of the widget's settings",
      { requested: undefined, configured: 'fr', acceptLanguage: 'es' },
      'fr',
      false,
    ],
    [
      'the configured language if the requested one is unknown',
      { requested: 'xx', configured: 'fr', acceptLanguage: 'es' },
      'fr',
      false,
    ],
    [
      "the supported language that the visitor's browser prefers",
      { requested: undefined, configured: 'auto', acceptLanguage: 'xx, nl;q=0.5, es-MX;q=0.9' },
      'es',
      true,
    ],
    [
      'a language that the browser does not refuse with q=0',
      { requested: undefined, configured: 'auto', acceptLanguage: 'de;q=0, it;q=0.1' },
      'it',
      true,
    ],
    [
      'English if the browser accepts any language',
      { requested: undefined, configured: 'auto', acceptLanguage: '*' },
      'en',
      true,
    ],
    [
      'English if there is no Accept-Language header',
      { requested: undefined, configured: 'auto', acceptLanguage: undefined },
      'en',
      true,
    ],
    [
      'English if the configured language has no translation',
      { requested: undefined, configured: 'ja', acceptLanguage: undefined },
      'en',
      true,
    ],
  ])('returns %s', (_case, preferences, language, varies) => {
    expect(chooseLanguage(preferences)).toEqual({ language, varies });
  });
});

describe('stringsOf', () => {
  it.each(LANGUAGES)('has every text in %s, with the same placeholders as English', (language) => {
    const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    const english = stringsOf('en', {});
    const strings = stringsOf(language, {});
    for (const key of STRING_KEYS) {
      expect(strings(key)).not.toBe('');
      expect({ key, placeholders: placeholders(strings(key)) }).toEqual({
        key,
        placeholders: placeholders(english(key)),
      });
    }
    for (const key of ELEMENT_STRINGS) expect(typeof strings(key)).toBe('string');
  });

  it('selects the plural form and formats numbers for the language', () => {
    expect(stringsOf('en', {})('based_on', { count: 1 })).toBe('Based on 1 review');
    expect(stringsOf('en', {})('based_on', { count: 1234 })).toBe('Based on 1,234 reviews');
    expect(stringsOf('de', {})('based_on', { count: 1234 })).toBe('Auf Grundlage von 1.234 Bewertungen');
    expect(stringsOf('fr', {})('n_stars', { count: 0 })).toBe('0 étoile');
  });

  it('joins a list with the word for "or" in the language', () => {
    const stars = ['4', '5'];
    expect(stringsOf('en', {})('disclosure_stars', { stars, count: 5 })).toContain('4 or 5 stars');
    expect(stringsOf('de', {})('disclosure_stars', { stars, count: 5 })).toContain('4 oder 5 Sternen');
  });

  it("prefers the texts of the widget's settings", () => {
    expect(stringsOf('de', { read_more: 'Weiterlesen!' })('read_more')).toBe('Weiterlesen!');
  });
});
