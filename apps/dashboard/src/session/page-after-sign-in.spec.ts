import { pageAfterSignIn } from './page-after-sign-in';

describe('pageAfterSignIn', () => {
  it.each([
    ['/2/inbox?rating=5', '/2/inbox?rating=5'],
    ['/app/12', '/12'],
    [undefined, '/'],
    ['', '/'],
    ['//evil.example/2', '/'],
    ['https://evil.example/2', '/'],
    ['/app/sign-in', '/'],
    ['/\\evil.example', '/'],
  ])('leads %s to %s', (next, page) => {
    expect(pageAfterSignIn(next)).toBe(page);
  });
});
