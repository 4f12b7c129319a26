import { publicPagesUrl } from './public-pages-url';

describe('publicPagesUrl', () => {
  it.each([
    ['http://localhost:8080', undefined, 'http://127.0.0.1:8080'],
    ['https://localhost', undefined, 'https://127.0.0.1'],
    ['https://localhost.example', undefined, 'https://localhost.example'],
    ['https://reviews.example.com', undefined, 'https://reviews.example.com'],
    ['https://reviews.example.com', 'https://pages.example.com', 'https://pages.example.com'],
    ['http://localhost:8080', 'http://localhost:8080', 'http://localhost:8080'],
  ])('for %s and %s is %s', (PUBLIC_URL, PUBLIC_PAGES_URL, expected) => {
    expect(publicPagesUrl({ PUBLIC_URL, PUBLIC_PAGES_URL })).toBe(expected);
  });
});
