import { seenAt, stateOf } from './last-seen';

const NOW = new Date('2026-11-21T10:42:00Z');

describe('seenAt', () => {
  it.each([
    [null, 'never'],
    ['2026-11-21T10:00:00Z', 'this_hour'],
    ['2026-11-21T11:00:00Z', 'this_hour'],
    ['2026-11-21T09:00:00Z', 'earlier'],
    ['2025-01-01T00:00:00Z', 'earlier'],
  ])('tells how long ago %s was', (seen, told) => {
    expect(seenAt(seen === null ? null : new Date(seen), NOW)).toBe(told);
  });
});

describe('stateOf', () => {
  it('says that an inactive widget is paused, also if a page has shown it', () => {
    expect(stateOf({ active: false, last_seen_on: '2026-11-21 10:00:00' })).toBe('paused');
    expect(stateOf({ active: false, last_seen_on: null })).toBe('paused');
  });

  it('says that an active widget waits for its first view, and then that it is live', () => {
    expect(stateOf({ active: true, last_seen_on: null })).toBe('waiting');
    expect(stateOf({ active: true, last_seen_on: '2026-11-21 10:00:00' })).toBe('live');
  });
});
