import { inferScale, parseCount, parseDecimal, parseRating, roundScore } from './numbers';

describe('parseDecimal', () => {
  it.each([
    ['4.5', 4.5],
    ['4,5', 4.5],
    ['٤٫٥', 4.5],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ["1'234", 1234],
    ['9,2', 9.2],
    [4.5, 4.5],
    ['', null],
    ['abc', null],
    ['1.2.3x', null],
    [Number.NaN, null],
    [null, null],
  ])('reads %p as %p', (input, expected) => {
    expect(parseDecimal(input)).toBe(expected);
  });
});

describe('parseCount', () => {
  it.each([
    ['1,234', 1234],
    ['1.234', 1234],
    ['1 234', 1234],
    ['1\u00A0234', 1234],
    ['1\u202F234\u202F567', 1_234_567],
    ['12’345', 12_345],
    ['1.2K', 1200],
    ['1,2 mil', 1200],
    ['1.2万', 12_000],
    ['3M', 3_000_000],
    ['128 reviews', 128],
    ['(128)', 128],
    ['500+', 500],
    ['١٢٣', 123],
    [17, 17],
    ['none', null],
    [-1, null],
  ])('reads %p as %p', (input, expected) => {
    expect(parseCount(input)).toBe(expected);
  });
});

describe('parseRating', () => {
  it.each([
    ['5', { value: 5, scale: null }],
    ['4,5', { value: 4.5, scale: null }],
    ['4.5/5', { value: 4.5, scale: 5 }],
    ['8 out of 10', { value: 8, scale: 10 }],
    ['5 stars', { value: 5, scale: null }],
    ['★★★★☆', { value: 4, scale: 5 }],
    ['FIVE', { value: 5, scale: null }],
    ['four stars', { value: 4, scale: null }],
    ['TWO_STARS', { value: 2, scale: null }],
    ['one of the best', null],
    ['⭐️⭐️⭐️', { value: 3, scale: 5 }],
    ['100%', { value: 100, scale: 100 }],
    [4, { value: 4, scale: null }],
    ['great', null],
    [undefined, null],
  ])('reads %p as %p', (input, expected) => {
    expect(parseRating(input)).toEqual(expected);
  });
});

describe('roundScore', () => {
  it('rounds to two decimals', () => {
    expect([4.59999, 4.6, 4.605, 1.005].map(roundScore)).toEqual([4.6, 4.6, 4.61, 1.01]);
  });
});

describe('inferScale', () => {
  it('returns the claimed scale unless the value is larger', () => {
    expect([inferScale(4, null), inferScale(9, null), inferScale(9, 10), inferScale(96, 5)]).toEqual([
      5, 10, 10, 100,
    ]);
  });

  it('ignores a claimed scale that no score can be divided by or no column can store', () => {
    expect([inferScale(0.3, 0.4), inferScale(4, 0), inferScale(4, -5), inferScale(7, 1e12)]).toEqual([
      5, 5, 5, 10,
    ]);
  });
});

describe('a text that is much longer than a number', () => {
  const digits = '1'.repeat(1_000_000);

  it.each([`${digits}x`, `.${digits}.x`, ` ${' '.repeat(1_000_000)}`])('is not read as a decimal', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  it('is read only at its beginning as a count and as a rating', () => {
    expect(parseCount(`12 reviews${', '.repeat(1_000_000)}x`)).toBe(12);
    expect(parseRating(`4 out of 5${' '.repeat(1_000_000)}x`)).toEqual({ value: 4, scale: 5 });
  });
});
