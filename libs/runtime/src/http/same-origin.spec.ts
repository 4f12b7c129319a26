import { isSameOrigin } from './same-origin';

describe('isSameOrigin', () => {
  it.each([
    [true, { fetchSite: 'same-origin' }],
    [false, { fetchSite: 'same-site', origin: 'https://us.example' }],
    [true, { origin: 'https://us.example' }],
    [false, { origin: 'https://us.example:8443' }],
    [false, { origin: 'null' }],
    [false, {}],
  ])('returns %p for a request that changes something with %p', (expected, source) => {
    expect(isSameOrigin({ method: 'POST', ...source }, 'https://us.example')).toBe(expected);
  });

  it.each([
    [true, {}],
    [true, { fetchSite: 'same-origin' }],
    [false, { fetchSite: 'none' }],
    [false, { fetchSite: 'cross-site' }],
    [false, { origin: 'https://them.example' }],
  ])('returns %p for a request that reads with %p', (expected, source) => {
    expect(isSameOrigin({ method: 'GET', ...source }, 'https://us.example')).toBe(expected);
  });
});
