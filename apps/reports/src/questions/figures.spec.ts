import { change, share } from './figures';

describe('share', () => {
  it.each([
    [0, 3, 0],
    [1, 3, 0.3333],
    [2, 3, 0.6667],
    [3, 3, 1],
    [1, 20_000, 0.0001],
    [1, 20_001, 0],
    [4, 3, 1],
  ])('of %d of %d is %d', (part, whole, expected) => {
    expect(share(part, whole)).toBe(expected);
  });

  it('of nothing is null', () => {
    expect(share(0, 0)).toBeNull();
  });
});

describe('change', () => {
  it.each([
    [4.43, 4.21, 0.22],
    [4.21, 4.43, -0.22],
    [0.3333, 0.6667, -0.3334],
    [5, 5, 0],
  ])('from %d to %d has no error of binary fractions', (now, before, expected) => {
    expect(change(now, before)).toBe(expected);
  });

  it('is null if one of the figures is missing', () => {
    expect([change(null, 4), change(4, null)]).toEqual([null, null]);
  });
});
