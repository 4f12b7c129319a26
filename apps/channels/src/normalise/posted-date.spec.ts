import { firstPostedDate, postedDate } from './posted-date';

const NOW = new Date('2026-11-21T12:00:00Z');
const UNKNOWN = { postedOn: new Date('1970-01-01T00:00:00Z'), postedPrecision: 'unknown' };

describe('postedDate', () => {
  it('returns a date that can be read, with its precision', () => {
    const postedOn = new Date('2026-01-05T00:00:00Z');
    expect(postedDate('2026-01-05', NOW)).toEqual({ postedOn, postedPrecision: 'day' });
  });

  it.each([undefined, null, '', ' ', 0, '0', '0000-00-00 00:00:00', '1970-01-01T00:00:00Z', '1970-01-01'])(
    'returns an unknown date for %p, which says that there is none',
    (value) => {
      expect(postedDate(value, NOW)).toEqual(UNKNOWN);
    },
  );

  it.each([
    ['the third moon', 'the third moon'],
    [' the\nthird\u0000 moon ', 'the third moon'],
    ['2026-02-31', '2026-02-31'],
    ['2099-01-01', '2099-01-01'],
    [-5, '-5'],
    [true, 'true'],
    [{ year: 2026 }, '{"year":2026}'],
    ['x'.repeat(1_000_000), 'x'.repeat(80)],
    [`${'x'.repeat(79)}\ud83d\ude00`, 'x'.repeat(79)],
  ])('returns an unknown date for %p, with what was sent', (value, unreadDate) => {
    expect(postedDate(value, NOW)).toEqual({ ...UNKNOWN, unreadDate });
  });
});

describe('firstPostedDate', () => {
  it('returns the first date that can be read', () => {
    const dates = ['Invalid date', '-0001-11-30T00:00:00+00:00', '2026-01-05', '2026-02-05'];
    expect(firstPostedDate(dates, NOW)).toEqual({
      postedOn: new Date('2026-01-05T00:00:00Z'),
      postedPrecision: 'day',
    });
  });

  it('returns an unknown date with the first one that was sent, if none can be read', () => {
    const unread = { ...UNKNOWN, unreadDate: 'Invalid date' };
    expect(firstPostedDate(['0000-00-00', 'Invalid date', 'soon'], NOW)).toEqual(unread);
    expect(firstPostedDate([], NOW)).toEqual(UNKNOWN);
  });
});
