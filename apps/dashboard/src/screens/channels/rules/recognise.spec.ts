import { isSameAddress, recognise, withScheme } from './recognise';

function type(slug: string, url_pattern: string | null, url_example: string | null) {
  return {
    type: slug,
    category: slug === 'website' ? ('website' as const) : ('other' as const),
    method: url_pattern ? ('url' as const) : ('oauth' as const),
    url_pattern,
    url_flags: 'i',
    url_example,
  };
}
const REVIEWS = type(
  'reviews',
  '^https?:\\/\\/(?:www\\.)?reviews\\.example\\/review\\/(?<id>[^/?#]+)',
  'https://www.reviews.example/review/acme',
);
const WEBSITE = type('website', '^https?:\\/\\/[^/]+', 'https://www.example.com/reviews');
const FEED = type('feed', '^https?:\\/\\/[^/]+', 'https://www.example.com/feed.xml');
const BROKEN = type('broken', '(', 'https://broken.example/');
const TYPES = [FEED, WEBSITE, REVIEWS, BROKEN, type('desk', null, null)];

describe('recognise', () => {
  it('takes a host without a dot for an address if its scheme is given', () => {
    expect(recognise('http://localhost:9100/', TYPES)).toMatchObject({ kind: 'profile' });
  });

  it('finds the platform of a profile, with or without a scheme', () => {
    for (const address of [
      'https://reviews.example/review/acme',
      ' reviews.example/review/acme ',
      'HTTPS://WWW.reviews.example/review/acme?x=1',
    ])
      expect(recognise(address, TYPES)).toEqual({ kind: 'profile', types: [REVIEWS] });
  });

  it('says that a page of a known platform is not a profile', () => {
    expect(recognise('https://reviews.example/search?q=acme', TYPES)).toEqual({
      kind: 'other_page',
      type: REVIEWS,
    });
  });

  it('offers the types for any website to every other address', () => {
    expect(recognise('https://acme.example/', TYPES)).toEqual({ kind: 'profile', types: [WEBSITE, FEED] });
    expect(recognise('https://acme.example/', [REVIEWS])).toEqual({ kind: 'unknown' });
  });

  it('refuses an address that is not of the web, and one that is too long', () => {
    for (const address of ['acme bakery', 'ftp://reviews.example/review/a', 'javascript:alert(1)', 'acme'])
      expect(recognise(address, TYPES)).toEqual({ kind: 'no_address' });
    const long = `https://reviews.example/review/${'a'.repeat(3_000)}`;
    expect(recognise(long, TYPES)).toEqual({ kind: 'no_address' });
    expect(recognise('  ', TYPES)).toEqual({ kind: 'empty' });
  });
});

describe('isSameAddress', () => {
  it('ignores scheme, www., case and a last slash', () => {
    expect(isSameAddress('https://www.acme.example/Shop/', 'http://acme.example/shop')).toBe(true);
    expect(isSameAddress('https://acme.example/a', 'https://acme.example/b')).toBe(false);
    expect(isSameAddress(null, null)).toBe(false);
  });
});

describe('withScheme', () => {
  it('adds https to an address without a scheme only', () => {
    expect(withScheme(' acme.example/a')).toBe('https://acme.example/a');
    expect(withScheme('http://acme.example')).toBe('http://acme.example');
    expect(withScheme('')).toBe('');
  });
});
