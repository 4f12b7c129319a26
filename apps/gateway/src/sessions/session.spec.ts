import { networkOf, sessionState } from './session';

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
    ['expired', 12 * 3_600_000, 1],
    ['expired', 0, 0],
  ])('returns %s for a session that was last seen %i ms ago and has %i ms left', (state, seen, left) => {
    expect(sessionState(at(seen, left), now)).toBe(state);
  });
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113'],
    ['2001:db8:7:1::9', '2001:db8:7'],
    ['2a00::5', '2a00:0:0'],
    ['', ''],
  ])('reduces %p to %p', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
