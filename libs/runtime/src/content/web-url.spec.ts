import { cleanLine, cleanText } from './plain-text';
import { webUrl } from './web-url';

describe('collected text', () => {
  it('loses what shows as nothing and lone surrogates, and keeps line breaks and emoji', () => {
    expect(cleanText('a\u0000b\u0007c\ud800d\udc00e\u200b\tf\r\ng 👩‍👩‍👧', 100)).toBe('abcde f\ng 👩‍👩‍👧');
  });

  it('is cut to its length, never inside of a character', () => {
    expect(cleanText('abc', 3)).toBe('abc');
    expect(cleanText('abcd', 3)).toBe('abc');
    expect(cleanText('ab😀', 3)).toBe('ab');
  });

  it('is folded to one line where one is wanted', () => {
    expect(cleanLine(' Ann\n\t of \u0000 Acme ', 100)).toBe('Ann of Acme');
  });
});

describe('an address', () => {
  it.each(['https://a.example/b?c=d#e', 'http://127.0.0.1:8080/', 'HTTPS://BÜCHER.example/ä'])(
    '%s stays',
    (url) => {
      expect(webUrl(url)).toBe(url);
    },
  );

  it.each([
    null,
    '',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//a.example',
    'https://',
    'https://a.example/\u0000',
    'https://a.example/\nb',
    `https://a.example/${'a'.repeat(2_048)}`,
    'not an address',
  ])('%j is none', (url) => {
    expect(webUrl(url)).toBeNull();
  });
});
