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
    ['4.5 (12)', 12],
    ['4,5 （12）', 12],
    ['5 stars, 12 reviews', 12],
    ['★ 4.8 · 1.2K reviews', 1200],
    [17, 17],
    ['none', null],
    [-1, null],
  ])('reads %p as %p', (input, expected) => {
    expect(parseCount(input)).toBe(expected);
  });
});

describe('parseRating', () => {
  it.each<[input: unknown, rating: ReturnType<typeof parseRating>]>([
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
    ['5つ星のうち2.0', { value: 2, scale: 5 }],
    ['별 5개 중 4.0', { value: 4, scale: 5 }],
    ['5 yıldız üzerinden 4,0', { value: 4, scale: 5 }],
    ['10点中4点', { value: 4, scale: 10 }],
    ['满分10分，4分', { value: 4, scale: 10 }],
    ['4.0 颗星，最多 5 颗星', { value: 4, scale: 5 }],
    ['4 stars out of 10', { value: 4, scale: 10 }],
    ['4 étoiles sur 10', { value: 4, scale: 10 }],
    ['4 Sterne von 10', { value: 4, scale: 10 }],
    ['4 из 10', { value: 4, scale: 10 }],
    ['4 av 10', { value: 4, scale: 10 }],
    ['4 z 10', { value: 4, scale: 10 }],
    ['4 sobre 10', { value: 4, scale: 10 }],
    ['4 di 10', { value: 4, scale: 10 }],
    ['4 de 10', { value: 4, scale: 10 }],
    ['4 (out of 10)', { value: 4, scale: 10 }],
    ['4 points / 10', { value: 4, scale: 10 }],
    ['4½', { value: 4.5, scale: null }],
    ['4 1/2 stars', { value: 4.5, scale: null }],
    ['4 ½ out of 5', { value: 4.5, scale: 5 }],
    ['Based on 12 reviews: 4.5', { value: 4.5, scale: null }],
    ['4.5 based on 12', { value: 4.5, scale: null }],
    ['4.5 (12)', { value: 4.5, scale: null }],
    ['★★★★☆ (4)', { value: 4, scale: null }],
    ['12 reviews', null],
    ['4 or 5', null],
    ['8/10/2020', null],
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

  it('returns the smallest scale that fits if the claimed one does not', () => {
    expect([
      inferScale(5, 4.9),
      inferScale(5, 4),
      inferScale(4, 1),
      inferScale(3, 2),
      inferScale(6, 5),
    ]).toEqual([5, 5, 5, 5, 10]);
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
    for (const part of ['4 a', '4 of ', '5中', '9 '])
      expect(parseRating(part.repeat(300_000))?.value ?? 4).toBeGreaterThan(3);
  });
});
