import { parseServiceOrigins } from './service-origins';

describe('parseServiceOrigins', () => {
  it.each([
    ['http://reviews:3000', ['http://reviews:3000']],
    ['http://10.0.0.1:3000/, https://reviews.internal', ['http://10.0.0.1:3000', 'https://reviews.internal']],
    ['http://[::1]:3000,http://localhost:3000', ['http://[::1]:3000', 'http://localhost:3000']],
    ['http://reviews:3000,http://reviews:3000/', ['http://reviews:3000']],
  ])('reads %s', (value, origins) => {
    expect(parseServiceOrigins('REVIEWS_URL', value)).toEqual(origins);
  });

  it.each([
    ['a path', 'http://a:1,http://b:2/api', '"http://b:2/api"'],
    ['a query', 'http://a:1?x=1', '"http://a:1?x=1"'],
    ['no protocol', 'reviews:3000', '"reviews:3000"'],
    ['another protocol', 'ftp://reviews', '"ftp://reviews"'],
    ['credentials, which it does not repeat', 'http://user:hunter2@a:1', 'the entry with credentials'],
  ])('refuses %s and names the variable and the entry', (_what, value, shown) => {
    expect(() => parseServiceOrigins('REVIEWS_URL', value)).toThrow(
      `REVIEWS_URL must have origins such as http://reviews:3000, separated by commas; ${shown} is none`,
    );
  });

  it.each(['', ' ', 'http://a:1,'])('refuses the empty entry in "%s"', (value) => {
    expect(() => parseServiceOrigins('REVIEWS_URL', value)).toThrow(
      /^REVIEWS_URL must have origins such as http:\/\/reviews:3000, separated by commas$/,
    );
  });

  it('refuses more than 32 origins', () => {
    const value = Array.from({ length: 33 }, (_, at) => `http://reviews-${at}:3000`).join();
    expect(() => parseServiceOrigins('REVIEWS_URL', value)).toThrow(
      'REVIEWS_URL has 33 origins; use at most 32',
    );
  });
});
