import { boundOf, endOf } from './date-bounds';

describe('boundOf', () => {
  it.each([
    ['2026-11-03T10:00:00 02:00', '2026-11-03T10:00:00%2B02:00'],
    ['2026-11-03 10:00 0200', '2026-11-03T10:00%2B0200'],
    ['2026/11/03T10:00:00.5 02', '2026/11/03T10:00:00.5%2B02'],
  ])('says how to send the "+" that arrived as a blank in %j', (text, fixed) => {
    expect(() => boundOf(text, 'since')).toThrow(`Send it as %2B: ${fixed}.`);
    expect(boundOf(decodeURIComponent(fixed), 'since')).toBeInstanceOf(Date);
  });

  it.each(['yesterday', '2026-11-03 10:00:00 GMT', '10 02', ''])(
    'says what a date looks like for %j',
    (text) => {
      expect(() => boundOf(text, 'updated_since')).toThrow('updated_since must be a date such as 2026-01-31');
    },
  );
});

describe('endOf', () => {
  it('includes a whole day, or a whole second', () => {
    expect(endOf('2026/01/31')).toEqual(new Date('2026-02-01T00:00:00Z'));
    expect(endOf('2026-01-31 10:00')).toEqual(new Date('2026-01-31T10:00:01Z'));
  });
});
