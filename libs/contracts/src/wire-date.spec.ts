import { assert, date, property } from 'fast-check';
import { parseWireDate, wireDate, wireDateOrNull } from './wire-date';

describe('record dates', () => {
  it('are written in UTC without fractions of a second', () => {
    expect(wireDate(new Date('2026-09-20T04:40:01.999+02:00'))).toBe('2026-09-20 02:40:01');
  });

  it('stay null when there is no date', () => {
    expect([wireDateOrNull(null), wireDateOrNull(undefined)]).toEqual([null, null]);
    expect(wireDateOrNull(new Date(0))).toBe('1970-01-01 00:00:00');
  });

  it('are read back', () => {
    const range = {
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    };
    assert(
      property(date(range), (any) => {
        expect(parseWireDate(wireDate(any)).getTime()).toBe(Math.floor(any.getTime() / 1000) * 1000);
      }),
    );
  });

  it.each([
    '',
    'yesterday',
    '2026-02-30 00:00:00',
    '2026-02-03',
    '2026-02-03T04:05:06',
    '2026-02-03 24:00:00',
    ' 2026-02-03 04:05:06',
  ])('are not read from "%s"', (text) => expect(() => parseWireDate(text)).toThrow(RangeError));
});
