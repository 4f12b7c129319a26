import { canonicalUrl, pageIdentity } from './urls';

describe('canonicalUrl', () => {
  it.each([
    [' Apps.Apple.com/gb/app/id1 ', 'https://apps.apple.com/gb/app/id1'],
    ['https://Example.com:443/a?utm_source=x&b=1#top', 'https://example.com/a?b=1'],
    ['http://user:pass@example.com/', 'http://example.com/'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['http://127.0.0.1:9100/shop', 'http://127.0.0.1:9100/shop'],
  ])('turns %j into %s', (input, expected) => {
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
  ])('refuses %j', (input) => {
    expect(canonicalUrl(input)).toBeNull();
  });
});

describe('pageIdentity', () => {
  it('ignores the scheme, www, a closing slash and the order of the query', () => {
    const identities = ['http://www.a.example/x/?b=2&a=1', 'https://a.example/x?a=1&b=2'].map((url) =>
      pageIdentity(new URL(url)),
    );
    expect(new Set(identities).size).toBe(1);
  });
});

describe('pageIdentity', () => {
  it('reads a million slashes at once', () => {
    const path = '/'.repeat(1_000_000);
    expect(pageIdentity(new URL(`https://a.example${path}x`))).toBe(`a.example${path}x`);
    expect(pageIdentity(new URL(`https://a.example/x${path}`))).toBe('a.example/x');
  });
});
