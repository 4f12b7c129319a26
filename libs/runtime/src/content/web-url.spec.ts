import { MAX_URL, webUrl } from './web-url';

describe('webUrl', () => {
  it.each(['https://a.example/b?c=d#e', 'http://127.0.0.1:8080/', 'HTTPS://BÜCHER.example/ä'])(
    'returns %s unchanged',
    (url) => {
      expect(webUrl(url)).toBe(url);
    },
  );

  it.each([
    null,
    7,
    '',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//a.example',
    'https://',
    'https://a.example/\u0000',
    'https://a.example/\nb',
    `https://a.example/${'a'.repeat(2_048)}`,
    'not an address',
  ])('refuses %j', (url) => {
    expect(webUrl(url)).toBeNull();
  });

  describe('with a base', () => {
    const base = 'https://a.example/p/';

    it.each([
      ['/i.png', 'https://a.example/i.png'],
      [' ?page=2 ', 'https://a.example/p/?page=2'],
      ['//B.example', 'https://b.example/'],
      ['https://a.example/ä\u200b', 'https://a.example/%C3%A4%E2%80%8B'],
    ])('resolves %j to %s', (url, resolved) => {
      expect(webUrl(url, base)).toBe(resolved);
    });

    it.each([
      undefined,
      7,
      ' ',
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      'http://[',
      'a'.repeat(MAX_URL),
      'ä'.repeat(MAX_URL / 2),
    ])('refuses %j', (url) => {
      expect(webUrl(url, base)).toBeNull();
    });
  });
});
