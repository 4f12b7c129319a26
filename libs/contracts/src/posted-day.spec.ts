import { isDated, postedDay } from './posted-day';

describe('postedDay', () => {
  it.each([
    ['day', '2026-10-04 00:00:00', '2026-10-04'],
    ['month', '2026-10-01 00:00:00', '2026-10-01'],
    ['relative', '2026-10-04 23:59:59', '2026-10-04'],
    ['second', '2026-10-04 00:00:00', null],
    ['second', '2026-10-04 23:59:59', null],
    ['unknown', '1970-01-01 00:00:00', null],
    ['day', '1970-01-01 00:00:00', '1970-01-01'],
    [null, '2026-10-04 00:00:00', '2026-10-04'],
    [null, '2026-10-04 00:00:01', null],
    [undefined, '2026-10-04 00:00:00', '2026-10-04'],
  ])('reads the precision %p of %s as the day %p', (posted_precision, posted_on, day) => {
    expect(postedDay({ posted_on, posted_precision })).toBe(day);
  });
});

describe('isDated', () => {
  it('is false only for an unknown date', () => {
    expect(
      ['second', 'day', null, 'unknown'].map((posted_precision) => isDated({ posted_precision })),
    ).toEqual([true, true, true, false]);
  });
});
