import { parseExpiry } from './key-expiry';

const NOW = new Date('2026-11-21T10:00:00Z');

describe('parseExpiry', () => {
  it.each([
    ['2026-11-21 10:00:01', '2026-11-21T10:00:01.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T18:00:00Z', '2027-01-31T18:00:00.000Z'],
    ['2027-01-31T18:00:00.5+02:00', '2027-01-31T16:00:00.500Z'],
  ])('reads %s as %s', (text, date) => expect(parseExpiry(text, NOW)?.toISOString()).toBe(date));

  it('returns null for a key that never expires', () => expect(parseExpiry(null, NOW)).toBeNull());

  it.each([
    '',
    'tomorrow',
    '31/01/2027',
    '2027-02-30',
    '2027-01-31 24:00:00',
    '2027-01-31T18:00:00',
    '2027-13-01',
    '0',
    '1800000000',
    '+275000-01-01',
    '2027-01-31T18:00:00+99:00',
  ])('refuses %j because it is not a valid date', (text) => {
    expect(() => parseExpiry(text, NOW)).toThrow(
      expect.objectContaining({ code: 'invalid_date', details: { field: 'expires_on' } }),
    );
  });

  it.each(['2026-11-21 10:00:00', '2026-11-21', '1999-01-01'])(
    'refuses %j because it is not in the future',
    (text) => {
      expect(() => parseExpiry(text, NOW)).toThrow(/future/);
    },
  );
});
