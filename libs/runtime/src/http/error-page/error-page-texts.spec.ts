import { MESSAGE_LINK_TEXTS, preferredLanguage } from './error-page-texts';
import { APP_PAGE_TEXTS } from './app-page-texts';
import { WIDGET_PAGE_TEXTS } from './widget-page-texts';

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
    expect(preferredLanguage(header, MESSAGE_LINK_TEXTS)).toBe(language);
  });
});

describe.each([
  ['links in messages', Object.entries(MESSAGE_LINK_TEXTS)],
  ['pages of widgets', Object.entries(WIDGET_PAGE_TEXTS)],
  ['requests of apps', Object.entries(APP_PAGE_TEXTS)],
])('the texts for %s', (_what, languages) => {
  it('are there for every kind of error, and none is left in English', () => {
    const [, english] = languages.find(([language]) => language === 'en') as (typeof languages)[number];
    for (const [language, texts] of languages.filter(([name]) => name !== 'en')) {
      for (const kind of ['missing', 'refused', 'later'] as const) {
        expect([language, texts[kind].heading, texts[kind].lead]).not.toContain('');
        expect(texts[kind].heading).not.toBe(english[kind].heading);
        expect(texts[kind].lead).not.toBe(english[kind].lead);
      }
    }
  });
});
