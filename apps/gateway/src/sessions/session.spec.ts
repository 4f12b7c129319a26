import { networkOf, provedUntil, sessionState } from './session';

describe('sessionState', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const at = (seenMs: number, leftMs: number, remembered = false) => ({
    remembered,
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

  it.each([
    ['stale', 30 * 24 * 3_600_000 - 1],
    ['expired', 30 * 24 * 3_600_000],
  ])('returns %s for a remembered session that was last seen %i ms ago', (state, seen) => {
    expect(sessionState(at(seen, 1, true), now)).toBe(state);
  });
});

describe('provedUntil', () => {
  const now = new Date('2026-03-01T12:00:00Z');

  it('returns the end of ten minutes after the proof, and null from then on', () => {
    const proved_on = new Date('2026-03-01T11:50:01Z');
    expect(provedUntil({ proved_on }, now)).toEqual(new Date('2026-03-01T12:00:01Z'));
    expect(provedUntil({ proved_on: new Date('2026-03-01T11:50:00Z') }, now)).toBeNull();
  });

  it('returns null for a session without a proof', () => {
    expect(provedUntil({ proved_on: null }, now)).toBeNull();
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
