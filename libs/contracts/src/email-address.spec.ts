import { readDomain, readEmailAddress } from './email-address';

describe('readEmailAddress', () => {
  it('accepts a host without a dot only from the operator', () => {
    expect(readEmailAddress('reviews@localhost')).toHaveProperty('fault');
    expect(readEmailAddress('reviews@localhost', { local: true })).toEqual({ address: 'reviews@localhost' });
  });
});

describe('readDomain', () => {
  it.each([
    ['Example.COM', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['例え．jp', 'xn--r8jz45g.jp'],
    ['col·laborar.example', 'xn--collaborar-nra.example'],
    ['example.com”', null],
    ['example.com»', null],
    ['example.com…', null],
    ['example.com🙂', null],
    ['localhost', null],
    ['example.com:25', null],
    ['example.com/x', null],
    ['127.0.0.1', null],
    ['*.example.com', null],
    ['%65xample.com', null],
    ['a'.repeat(300), null],
    ['', null],
  ])('reads %j as %j', (given, domain) => expect(readDomain(given)).toBe(domain));
});
