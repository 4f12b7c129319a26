import { dayOf, expiryOf } from './expiry-presets';

const now = new Date('2026-11-28T10:00:00Z');

describe('the end of a key', () => {
  it('is never, or so many days from now', () => {
    expect(expiryOf('never', '', now)).toBeNull();
    expect(expiryOf('days_7', '', now)).toBe('2026-12-05T10:00:00.000Z');
    expect(expiryOf('days_90', '', now)).toBe('2027-02-26T10:00:00.000Z');
    expect(expiryOf('year', '', now)).toBe('2027-11-28T10:00:00.000Z');
  });

  it('is the end of a chosen day', () => {
    expect(expiryOf('date', '2027-01-31', now)).toBe('2027-01-31T23:59:59.000Z');
  });

  it.each(['', '2027-13-01', 'soon'])('is missing for the day %j, which does not exist', (day) => {
    expect(expiryOf('date', day, now)).toBeUndefined();
  });

  it('is shown as a day, and as nothing if it never comes', () => {
    expect(dayOf('2027-01-31 23:59:59')).toBe('2027-01-31');
    expect(dayOf(null)).toBe('');
  });
});
