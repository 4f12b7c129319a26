import { parseDate, settlePostedOn } from './dates';

const NOW = new Date('2026-11-21T12:00:00Z');

function read(value: unknown): string | null {
  const parsed = parseDate(value, NOW);
  return parsed && `${parsed.date.toISOString()} ${parsed.precision}`;
}

describe('parseDate for exact dates', () => {
  it.each([
    ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00.000Z second'],
    ['2026-01-05T10:00:00.123456789Z', '2026-01-05T10:00:00.000Z second'],
    ['2026-09-14T04:24:23-07:00', '2026-09-14T11:24:23.000Z second'],
    ['2026-01-05T10:00:00+0000', '2026-01-05T10:00:00.000Z second'],
    ['2026-01-05T10:00:00', '2026-01-05T10:00:00.000Z second'],
    ['2026-01-05 10:00', '2026-01-05T10:00:00.000Z second'],
    ['2026-01-05', '2026-01-05T00:00:00.000Z day'],
    ['2026-05', '2026-05-01T00:00:00.000Z month'],
    ['1641289688', '2022-01-04T09:48:08.000Z second'],
    [1_641_289_688, '2022-01-04T09:48:08.000Z second'],
    [1_641_289_688_123, '2022-01-04T09:48:08.123Z second'],
    ['Mon, 05 Jan 2026 10:00:00 +0200', '2026-01-05T08:00:00.000Z second'],
    ['03/04/2026', '2026-04-03T00:00:00.000Z day'],
    ['04/13/2026', '2026-04-13T00:00:00.000Z day'],
    ['20.10.2025', '2025-10-20T00:00:00.000Z day'],
    ['20-10-2025 14:05', '2025-10-20T14:05:00.000Z second'],
    ['20.10.2025, 14:05:30', '2025-10-20T14:05:30.000Z second'],
    ['2026-01-05T10:00:00,5 UTC', '2026-01-05T10:00:00.000Z second'],
    ['2026-01-05  10:00 gmt', '2026-01-05T10:00:00.000Z second'],
    ['2569-01', '2026-01-01T00:00:00.000Z month'],
    ['٢٠٢٦-٠١-٠٥', '2026-01-05T00:00:00.000Z day'],
    ['5/1/2569', '2026-01-05T00:00:00.000Z day'],
  ])('reads %j as %s', (input, expected) => {
    expect(read(input)).toBe(expected);
  });
});

describe('parseDate for dates in words', () => {
  it.each([
    ['March 3, 2026', '2026-03-03T00:00:00.000Z day'],
    ['Edited March 3, 2026', '2026-03-03T00:00:00.000Z day'],
    ['3. März 2026', '2026-03-03T00:00:00.000Z day'],
    ['3 de marzo de 2026', '2026-03-03T00:00:00.000Z day'],
    ['1 août 2026', '2026-08-01T00:00:00.000Z day'],
    ['5 марта 2026 г.', '2026-03-05T00:00:00.000Z day'],
    ['2026年3月5日', '2026-03-05T00:00:00.000Z day'],
    ['May 2026', '2026-05-01T00:00:00.000Z month'],
  ])('reads %j as %s', (input, expected) => {
    expect(read(input)).toBe(expected);
  });
});

describe('parseDate for relative dates', () => {
  it.each([
    ['2 weeks ago', '2026-11-07T12:00:00.000Z relative'],
    ['a month ago', '2026-10-21T12:00:00.000Z relative'],
    ['vor 3 Tagen', '2026-11-18T12:00:00.000Z relative'],
    ['il y a un mois', '2026-10-21T12:00:00.000Z relative'],
    ['hace 3 días', '2026-11-18T12:00:00.000Z relative'],
    ['há 3 dias', '2026-11-18T12:00:00.000Z relative'],
    ['3日前', '2026-11-18T12:00:00.000Z relative'],
    ['2週間前', '2026-11-07T12:00:00.000Z relative'],
    ['yesterday', '2026-11-20T12:00:00.000Z relative'],
  ])('reads %j as %s', (input, expected) => {
    expect(read(input)).toBe(expected);
  });
});

describe('parseDate for anything else', () => {
  it.each([
    '',
    'soon',
    '31/02/2026',
    '2026-13-01',
    '1994-12-31',
    '1970-01-01T00:00:00Z',
    '2026-11-23',
    '2026-01-05T10:00:00+15:00',
    '31/01-2026',
    'Room 12',
    null,
    {},
    Number.NaN,
  ])('returns null for %p', (input) => {
    expect(read(input)).toBeNull();
  });
});

describe('parseDate', () => {
  it('returns now for a date up to a day ahead, which only a time zone explains', () => {
    expect(read('2026-11-22T11:00:00')).toBe('2026-11-21T12:00:00.000Z second');
  });
});

describe('settlePostedOn', () => {
  const second = (text: string) => ({ date: new Date(text), precision: 'second' as const });
  const relative = (text: string) => ({ date: new Date(text), precision: 'relative' as const });

  it('keeps the earlier date, because some platforms replace the date of an edited review', () => {
    const first = second('2026-01-01T00:00:00Z');
    expect(settlePostedOn(first, second('2026-05-01T00:00:00Z'))).toBe(first);
    const earlier = second('2025-12-31T00:00:00Z');
    expect(settlePostedOn(first, earlier)).toBe(earlier);
  });

  it('replaces a relative date with an exact one, and never the other way round', () => {
    const first = relative('2026-01-01T00:00:00Z');
    expect(settlePostedOn(first, relative('2025-12-30T00:00:00Z'))).toBe(first);
    const exact = second('2026-02-01T00:00:00Z');
    expect(settlePostedOn(first, exact)).toBe(exact);
  });
});

describe('a text that is much longer than a date', () => {
  it.each([`1${' '.repeat(1_000_000)}x`, `1${' '.repeat(1_000_000)}utx`, '1'.repeat(1_000_000)])(
    'is not read as a date',
    (text) => {
      expect(parseDate(text, new Date('2026-11-22T00:00:00Z'))).toBeNull();
    },
  );
});
