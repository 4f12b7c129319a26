import { UNKNOWN_DATE } from '@plaudit/contracts';
import fc from 'fast-check';
import { isPlausibleReviewDate, parseReviewDate, reviewDate, reviewDatePrecision } from './review-date';

describe('parseReviewDate', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31 18:05', '2026-01-31T18:05:00.000Z'],
    ['2026-01-31 18:05:09', '2026-01-31T18:05:09.000Z'],
    ['2026-01-31T18:05:09.123Z', '2026-01-31T18:05:09.000Z'],
    ['2026-01-31T18:05:09-07:00', '2026-02-01T01:05:09.000Z'],
    ['2026-01-31T18:05:09+0530', '2026-01-31T12:35:09.000Z'],
    ['2026-01-31T18:05:09-07', '2026-02-01T01:05:09.000Z'],
    ['2026-01-31 18:05 +14:00', '2026-01-31T04:05:00.000Z'],
    [' 2026-01-31t18:05z ', '2026-01-31T18:05:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026/11/03', '2026-11-03T00:00:00.000Z'],
    ['2026/1/31 18:05', '2026-01-31T18:05:00.000Z'],
    ['2026/01/31 18:05:09+02:00', '2026-01-31T16:05:09.000Z'],
    ['31/01/2026', '2026-01-31T00:00:00.000Z'],
    ['3/4/2026', '2026-04-03T00:00:00.000Z'],
    ['12/12/2026', '2026-12-12T00:00:00.000Z'],
    ['12/13/2026', '2026-12-13T00:00:00.000Z'],
    ['31-01-2026 07:08', '2026-01-31T07:08:00.000Z'],
    ['31.01.2026 07:08:09', '2026-01-31T07:08:09.000Z'],
    ['29.02.2024', '2024-02-29T00:00:00.000Z'],
  ])('reads %j as %s', (text, iso) => {
    expect(parseReviewDate(text)?.toISOString()).toBe(iso);
  });

  it.each([
    '',
    'yesterday',
    '2026-02-30',
    '29/02/2026',
    '13/13/2026',
    '2026-01-31 24:00',
    '2026-01-31T10:61',
    '31/01-2026',
    '1769817600',
    '2026-01-31T10:00:00+99:00',
    '2026-01-31T10:00:00+15:00',
    '2026-01-31T10:00:00+02:60',
    '2026-01-31T10:00:00 GMT',
    '2026-00-10',
    '2026-13-01',
    '0026-01-01',
    '31/04/2026',
    '00/01/2026',
    '1/1/26',
    '31 01 2026',
    '2026/01-31',
    '2026.01.31',
    '2026-01-31T',
    '2026-01-31 10',
    '31/01/2026 10:00:60',
    '٣١/٠١/٢٠٢٦',
  ])('refuses %j', (text) => {
    expect(parseReviewDate(text)).toBeNull();
  });
});

describe('parseReviewDate with an order', () => {
  it.each([
    ['8/1/2020', 'mdy', '2020-08-01T00:00:00.000Z'],
    ['8/1/2020', 'dmy', '2020-01-08T00:00:00.000Z'],
    ['8.13.2020 07:08', 'mdy', '2020-08-13T07:08:00.000Z'],
    ['2020-08-13', 'mdy', '2020-08-13T00:00:00.000Z'],
    ['8/13/2020', 'dmy', undefined],
    ['13/8/2020', 'mdy', undefined],
  ] as const)('reads %j in the order %s as %s', (text, order, iso) => {
    expect(parseReviewDate(text, order)?.toISOString()).toBe(iso);
  });
});

describe('parseReviewDate for any day', () => {
  const two = (part: number): string => String(part).padStart(2, '0');
  const seconds = fc
    .integer({ min: Date.UTC(1900, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 })
    .map((unix) => new Date(unix * 1000));

  it('reads back a date written in each format', () => {
    fc.assert(
      fc.property(
        seconds,
        fc.constantFrom('/', '-', '.'),
        fc.integer({ min: -839, max: 839 }),
        (date, dot, offset) => {
          const iso = date.toISOString().slice(0, 19);
          const [year, month, day] = iso.slice(0, 10).split('-') as [string, string, string];
          const midnight = new Date(`${iso.slice(0, 10)}T00:00:00Z`);
          const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 19);
          const zone = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
          expect(parseReviewDate(iso.slice(0, 10))).toEqual(midnight);
          expect(parseReviewDate(iso.replace('T', ' '))).toEqual(date);
          expect(parseReviewDate(`${year}/${month}/${day} ${iso.slice(11)}`)).toEqual(date);
          expect(parseReviewDate(`${iso}Z`)).toEqual(date);
          expect(parseReviewDate(`${local}${zone}`)).toEqual(date);
          expect(parseReviewDate([day, month, year].join(dot))).toEqual(midnight);
          expect(parseReviewDate(`${[Number(day), Number(month), year].join(dot)} ${iso.slice(11)}`)).toEqual(
            date,
          );
          const monthFirst = Number(day) > 12 ? [month, day, year] : [day, month, year];
          expect(parseReviewDate(monthFirst.join(dot))).toEqual(midnight);
        },
      ),
    );
  });

  it('returns a whole second or null for any other text', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789-/.:TZ+ '), maxLength: 30 });
    fc.assert(
      fc.property(fc.oneof(digits, fc.string()), (text) => {
        const date = parseReviewDate(text);
        expect(date === null || date.getTime() % 1000 === 0).toBe(true);
      }),
    );
  });
});

describe('reviewDate', () => {
  const now = new Date('2026-06-15T12:00:00Z');

  it('applies the limit of one day ahead in the given time zone', () => {
    expect(reviewDate('2026-06-17T01:00:00+13:00', now)).toEqual(new Date('2026-06-16T12:00:00Z'));
    expect(() => reviewDate('2026-06-16T01:00:01-11:00', now)).toThrow('posted_on');
  });

  it('accepts a date up to one day ahead, because of time zones, and refuses a later one', () => {
    expect(reviewDate('2026-06-16 11:59', now)).toEqual(new Date('2026-06-16T11:59:00Z'));
    expect(() => reviewDate('2026-06-16 12:01', now)).toThrow(
      'posted_on must lie between 1900 and tomorrow.',
    );
  });

  it('refuses a date before 1900', () => {
    expect(() => reviewDate('1899-12-31', now)).toThrow('1900');
  });
});

describe('reviewDatePrecision', () => {
  it.each([
    ['2026-10-04', 'day'],
    ['04/10/2026', 'day'],
    ['2026-10-04 00:00:00', 'day'],
    ['2026-10-04 00:00', 'second'],
    ['2026-10-04T00:00:00Z', 'second'],
    ['2026-10-04 00:00:01', 'second'],
    [UNKNOWN_DATE, 'unknown'],
  ])('of %s is %s: the API sends a day with the time 00:00:00', (text, precision) => {
    expect(reviewDatePrecision(text)).toBe(precision);
  });
});

describe('isPlausibleReviewDate', () => {
  const now = new Date('2026-06-15T12:00:00Z');

  it.each([
    ['accepts', '1900-01-01T00:00:00Z', true],
    ['refuses', '1899-12-31T23:59:59Z', false],
    ['accepts', '2026-06-16T12:00:00Z', true],
    ['refuses', '2026-06-16T12:00:01Z', false],
    ['refuses', 'invalid', false],
  ])('%s the date %s', (_verb, text, plausible) => {
    expect(isPlausibleReviewDate(new Date(text), now)).toBe(plausible);
  });
});
