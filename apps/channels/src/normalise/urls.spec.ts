import { canonicalUrl, pageIdentity, webAddress } from './urls';

describe('canonical addresses', () => {
  it.each([
    [' Apps.Apple.com/gb/app/id1 ', 'https://apps.apple.com/gb/app/id1'],
    ['https://Example.com:443/a?utm_source=x&b=1#top', 'https://example.com/a?b=1'],
    ['http://user:pass@example.com/', 'http://example.com/'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['http://127.0.0.1:9100/shop', 'http://127.0.0.1:9100/shop'],
  ])('%s', (input, expected) => {
    expect(canonicalUrl(input)?.href).toBe(expected);
  });

  it.each([
    '',
    'no address',
    'ftp://example.com',
    'mailto:owner@example.com',
    'javascript:alert(1)',
    'https://',
    'word',
    `https://a.b/${'x'.repeat(3000)}`,
  ])('refuses %p', (input) => {
    expect(canonicalUrl(input)).toBeNull();
  });
});

it('scheme, www, closing slash and order of the query make no other page', () => {
  const identities = ['http://www.a.example/x/?b=2&a=1', 'https://a.example/x?a=1&b=2'].map((url) =>
    pageIdentity(new URL(url)),
  );
  expect(new Set(identities).size).toBe(1);
});

it('only absolute http addresses are shown', () => {
  expect(webAddress('/i.png', 'https://a.example/p/')).toBe('https://a.example/i.png');
  expect(webAddress('javascript:alert(1)')).toBeNull();
  expect(webAddress('data:image/png;base64,AA')).toBeNull();
  expect(webAddress(7)).toBeNull();
});
