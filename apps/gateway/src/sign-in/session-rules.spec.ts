import { comesFromOurPage } from './same-origin';
import { SessionCookie } from './session-cookie';
import { networkOf, sessionState } from './session-rules';

describe('sessionState', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const at = (seenMs: number, leftMs: number) => ({
    last_seen_on: new Date(now.getTime() - seenMs),
    expires_on: new Date(now.getTime() + leftMs),
  });

  it.each([
    ['fresh', 59_999, 1],
    ['stale', 60_000, 1],
    ['stale', 12 * 3_600_000 - 1, 1],
    ['over', 12 * 3_600_000, 1],
    ['over', 0, 0],
  ])('is %s when it was seen %i ms ago and has %i ms left', (state, seen, left) => {
    expect(sessionState(at(seen, left), now)).toBe(state);
  });
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113'],
    ['2001:db8:7:1::9', '2001:db8:7'],
    ['2a00::5', '2a00:0:0'],
    ['', ''],
  ])('keeps of %p only %p', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('SessionCookie', () => {
  it('reads its own cookie among others', () => {
    expect(new SessionCookie(true).read('sid=bare; __Host-sid=good; x=1')).toBe('good');
    expect(new SessionCookie(false).read('sid=bare; __Host-sid=good')).toBe('bare');
  });

  it.each([[undefined], [''], ['__Host-sid='], ['x__Host-sid=a'], ['sid=a']])(
    'finds none in %p',
    (header) => {
      expect(new SessionCookie(true).read(header)).toBeNull();
    },
  );
});

describe('comesFromOurPage', () => {
  it.each([
    [true, { fetchSite: 'same-origin' }],
    [false, { fetchSite: 'same-site', origin: 'https://us.example' }],
    [true, { origin: 'https://us.example' }],
    [false, { origin: 'https://us.example:8443' }],
    [false, { origin: 'null' }],
    [false, {}],
  ])('is %p for %p', (ours, source) => {
    expect(comesFromOurPage(source, 'https://us.example')).toBe(ours);
  });
});
