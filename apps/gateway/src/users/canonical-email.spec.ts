import { canonicalEmail } from './canonical-email';

describe('canonicalEmail', () => {
  it.each([
    ['owner@example.com'],
    ['OWNER@Example.COM'],
    ['  owner@example.com '],
    ['\uff4f\uff57\uff4e\uff45\uff52@example.com'],
    ['owner\uff20example.com'],
    ['owner@\uff45xample\uff0ecom'],
    ['owner@example\u3002com'],
    ['\u24de\u24e6\u24dd\u24d4\u24e1@example.com'],
  ])('returns the same text for %j as for its plain spelling', (spelled) => {
    expect(canonicalEmail(spelled)).toBe('owner@example.com');
  });

  it.each([
    ['jac\u212a@example.com', 'jack@example.com'],
    ['mi\u017fs@example.com', 'miss@example.com'],
    ['stra\u00dfe@example.com', 'STRASSE@example.com'],
    ['e\u0301va@example.com', '\u00c9VA@example.com'],
    ['noa@b\u00fccher.example', 'noa@xn--bcher-kva.example'],
    ['noa@B\u00dcCHER.example', 'noa@bu\u0308cher.example'],
    ['\u0130van@example.com', 'ivan@example.com'],
    ['ivan@\u0130zmir.example', 'ivan@izmir.example'],
    ['stra\u1e9ee@example.com', 'stra\u00dfe@example.com'],
    ['noa@stra\u1e9ee.example', 'noa@stra\u00dfe.example'],
    ['noa@\u0391\u03a3.example', 'noa@\u03b1\u03c3.example'],
    ['"a@b"@example.com', '"A@B"@EXAMPLE.com'],
  ])('returns the same text for %j and %j', (one, other) => {
    expect(canonicalEmail(one)).toBe(canonicalEmail(other));
  });

  it.each([
    ['owner@example.com', 'owner@example.org'],
    ['owner@example.com', 'owner+1@example.com'],
    ['o.wner@example.com', 'owner@example.com'],
  ])('tells %j from %j', (one, other) => {
    expect(canonicalEmail(one)).not.toBe(canonicalEmail(other));
  });

  it.each([[''], ['%'], ['@'], ['a@'], ['@b'], ['a@b c'], ['\ud800@example.com'], ['a@xn--']])(
    'returns a text for %j, which is no address',
    (given) => expect(canonicalEmail(canonicalEmail(given))).toBe(canonicalEmail(given)),
  );
});
