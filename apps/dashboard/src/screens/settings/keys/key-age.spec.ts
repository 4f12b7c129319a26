import { isForgotten } from './key-age';

const now = new Date('2026-11-28T10:00:00Z');
const OLD = new Date('2020-01-01T00:00:00Z');

describe('a key', () => {
  it('is forgotten after a year without use', () => {
    expect(isForgotten(new Date('2026-11-28T09:00:00Z'), OLD, now)).toBe(false);
    expect(isForgotten(new Date('2025-09-01T09:00:00Z'), OLD, now)).toBe(true);
  });

  it('that was never used is forgotten a year after it was made', () => {
    expect(isForgotten(null, new Date('2026-11-01T00:00:00Z'), now)).toBe(false);
    expect(isForgotten(null, new Date('2025-11-01T00:00:00Z'), now)).toBe(true);
  });
});
