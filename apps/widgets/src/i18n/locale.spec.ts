import { chooseLanguage, directionOf, formatTag, LANGUAGES, type Language, stringsOf } from './locale';
import { stringsFor } from './sent-strings';
import { readSettings } from '../settings/change-settings';

const NOTHING = {
  requested: undefined,
  configured: 'auto',
  pageLanguage: undefined,
  acceptLanguage: undefined,
};

describe('chooseLanguage', () => {
  it.each<[string, Partial<Parameters<typeof chooseLanguage>[0]>, Language, boolean]>([
    [
      'the language that the request names',
      { requested: 'de', configured: 'fr', pageLanguage: 'it', acceptLanguage: 'es' },
      'de',
      false,
    ],
    ['the base language of a regional form', { requested: 'pt-BR' }, 'pt', false],
    ["the language of the widget's settings", { configured: 'fr', pageLanguage: 'it' }, 'fr', false],
    ['no name that every object inherits', { requested: 'constructor', configured: '__proto__' }, 'en', true],
    [
      'the configured language if the requested one is unknown',
      { requested: 'xx', configured: 'fr' },
      'fr',
      false,
    ],
    [
      'the language of the page before that of the browser',
      { pageLanguage: 'it', acceptLanguage: 'es' },
      'it',
      false,
    ],
    ['a language of the page with an underscore', { pageLanguage: ' PL_pl ' }, 'pl', false],
    ['Hebrew for its old code', { pageLanguage: 'iw-IL' }, 'he', false],
    [
      'that of the browser if the page is in another language',
      { pageLanguage: 'fi', acceptLanguage: 'es' },
      'es',
      true,
    ],
    [
      'that of the browser if the page names no language',
      { pageLanguage: '🙂', acceptLanguage: 'es' },
      'es',
      true,
    ],
    [
      'that of the browser if the page names too long a language',
      { pageLanguage: `de-${'x'.repeat(9_000)}`, acceptLanguage: 'es' },
      'es',
      true,
    ],
    [
      "the supported language that the visitor's browser prefers",
      { acceptLanguage: 'xx, nl;q=0.5, es-MX;q=0.9' },
      'es',
      true,
    ],
    [
      'a language that the browser does not refuse with q=0',
      { acceptLanguage: 'de;q=0, it;q=0.1' },
      'it',
      true,
    ],
    ['English if the browser accepts any language', { acceptLanguage: '*' }, 'en', true],
    ['English if nothing names a language', {}, 'en', true],
    ['English if the configured language has no translation', { configured: 'fi' }, 'en', true],
  ])('returns %s', (_case, preferences, language, varies) => {
    expect(chooseLanguage({ ...NOTHING, ...preferences })).toEqual({ language, varies });
  });
});

describe('directionOf and formatTag', () => {
  it('write Arabic and Hebrew from right to left, and Arabic numbers with the digits 0 to 9', () => {
    expect(LANGUAGES.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar', 'he']);
    for (const language of LANGUAGES) {
      expect(new Intl.NumberFormat(formatTag(language)).format(1234)).toMatch(/^1\D?234$/);
      expect(new Intl.Locale(formatTag(language)).language).toBe(language);
    }
  });
});

describe('stringsOf', () => {
  it('selects the plural form and formats numbers for the language', () => {
    expect(stringsOf('en', {})('based_on', { count: 1 })).toBe('Based on 1 review');
    expect(stringsOf('en', {})('based_on', { count: 1234 })).toBe('Based on 1,234 reviews');
    expect(stringsOf('de', {})('based_on', { count: 1234 })).toBe('Auf Grundlage von 1.234 Bewertungen');
    expect(stringsOf('fr', {})('n_stars', { count: 0 })).toBe('0 étoile');
    expect([1, 3, 5, 22].map((count) => stringsOf('pl', {})('n_reviews', { count }))).toEqual([
      '1 opinia',
      '3 opinie',
      '5 opinii',
      '22 opinie',
    ]);
    expect(stringsOf('es', {})('n_reviews', { count: 1_000_000 })).toBe('1.000.000 de reseñas');
  });

  it('shows a rating with one decimal, as the element does', () => {
    expect(stringsOf('en', {})('rated', { rating: 4.13 })).toBe('Rated 4.1 out of 5');
    expect(stringsOf('de', {})('rated', { rating: 4.97 })).toBe('Mit 5 von 5 bewertet');
  });

  it('joins a list with the word of the language for "or" or "and"', () => {
    const stars = { or: ['4', '5'] };
    expect(stringsOf('en', {})('disclosure_stars', { stars, count: 5 })).toContain('4 or 5 stars');
    expect(stringsOf('de', {})('disclosure_stars', { stars, count: 5 })).toContain('4 oder 5 Sternen');
    const platforms = { and: ['Google', 'Yelp'] };
    expect(stringsOf('fr', {})('disclosure_official', { platforms })).toContain('de Google et Yelp.');
  });

  it('isolates what is filled into a sentence that is written from right to left', () => {
    const arabic = stringsOf('ar', {});
    expect(arabic('view_on')).toContain('\u2068{platform}\u2069');
    expect(arabic('based_on', { count: 1284 })).toContain('\u20681,284\u2069');
    expect(stringsOf('he', {})('rated', { rating: 4.5 })).toContain('\u20684.5\u2069');
  });

  it('isolates a Hebrew name in an English sentence, and no other', () => {
    const english = stringsOf('en', {});
    expect(english('reviews_of', { name: 'מאפיית שלום' })).toBe('Reviews of \u2068מאפיית שלום\u2069');
    expect(english('reviews_of', { name: 'Acme' })).toBe('Reviews of Acme');
  });

  it('keeps a placeholder that is a name that every object inherits', () => {
    const own = { read_more: 'More of {constructor}, {toString} and {__proto__}' };
    expect(stringsOf('en', own)('read_more', { name: 'Acme' })).toBe(own.read_more);
  });

  it("prefers the texts of the widget's settings", () => {
    expect(stringsOf('de', { read_more: 'Weiterlesen!' })('read_more')).toBe('Weiterlesen!');
  });
});

describe('stringsFor', () => {
  it('returns the texts that the element needs for the type and its settings', () => {
    expect(stringsFor('badge', readSettings('badge', {}))).toEqual([]);
    expect(stringsFor('badge', readSettings('badge', { layout: { link: 'dialog' } }))).toEqual(
      expect.arrayContaining(['anonymous', 'close', 'shown']),
    );
    expect(stringsFor('carousel', readSettings('carousel', {}))).toContain('pause');
    expect(stringsFor('grid', readSettings('grid', {}))).not.toContain('pause');
  });
});
