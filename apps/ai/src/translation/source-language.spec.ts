import { isInLanguage, sourceLanguage } from './source-language';

const GERMAN = 'Das Zimmer war sehr sauber und das Personal war freundlich.';

describe('sourceLanguage', () => {
  it.each([
    ['the language of the text', GERMAN, null, 'de'],
    ['the language of the text, whatever is stored', GERMAN, 'en-US', 'de'],
    ['the stored language of a text that is too short to tell', 'Super', 'sv-SE', 'sv'],
    ['the new name of a stored language', 'Top', 'no', 'nb'],
    ['no language if neither says one', 'Super', null, null],
    ['no language for a stored text that is none', 'Super', 'unknown', null],
  ])('returns %s', (_what, text, stored, expected) => {
    expect(sourceLanguage(text, stored)).toBe(expected);
  });
});

describe('isInLanguage', () => {
  it.each([
    ['de', null, 'de', true],
    ['de', 'de-AT', 'de', true],
    ['de', 'de', 'de-CH', true],
    ['de', 'de-AT', 'de-CH', false],
    ['pt', 'pt-PT', 'pt-BR', false],
    ['pt', 'pt', 'pt-BR', true],
    ['pt', 'es-ES', 'pt-BR', true],
    ['zh', 'zh-Hant', 'zh-CN', false],
    ['zh', 'zh-HK', 'zh-TW', true],
    ['nb', 'no-NO', 'no', true],
    ['he', 'iw', 'he', true],
    ['fr', 'fr', 'de', false],
    [null, null, 'de', false],
  ])(
    'says of a text in %s that was stored as %s whether it is in %s: %s',
    (source, stored, target, expected) => {
      expect(isInLanguage(source, stored, target)).toBe(expected);
    },
  );
});
