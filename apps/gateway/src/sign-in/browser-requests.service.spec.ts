import { isSameOrigin } from './browser-requests.service';

describe('isSameOrigin', () => {
  it.each([
    [true, { fetchSite: 'same-origin' }],
    [false, { fetchSite: 'same-site', origin: 'https://us.example' }],
    [true, { origin: 'https://us.example' }],
    [false, { origin: 'https://us.example:8443' }],
    [false, { origin: 'null' }],
    [false, {}],
  ])('returns %p for %p', (expected, source) => {
    expect(isSameOrigin(source, 'https://us.example')).toBe(expected);
  });
});
