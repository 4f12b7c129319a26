import { preferredLanguage } from './error-page-texts';

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
