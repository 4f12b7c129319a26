import { parseLanguage } from './review-language';

describe('parseLanguage', () => {
  it.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['en-us', 'en-US'],
    ['en_US', 'en-US'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['es-419', 'es-419'],
    ['eng', 'en'],
    ['iw', 'he'],
    ['fil', 'fil'],
  ])('reads %s as %s', (given, language) => {
    expect(parseLanguage(given)).toBe(language);
  });

  it.each(['', 'e', 'english', 'en-', 'en-USA', 'en US', 'en-US-x-private', 'e1', 'en\n', 'ën', '中文'])(
    'does not take %j for a language',
    (given) => {
      expect(parseLanguage(given)).toBeNull();
    },
  );
});
