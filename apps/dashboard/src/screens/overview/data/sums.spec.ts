import { rangeOf } from './range';
import { sumsOf } from './sums';

describe('sumsOf', () => {
  it('adds so many values each, and fewer at the beginning if they do not divide', () => {
    expect(sumsOf([1, 2, 3, 4, 5, 6], 3)).toEqual([6, 15]);
    expect(sumsOf([1, 2, 3, 4, 5], 3)).toEqual([3, 12]);
    expect(sumsOf([], 3)).toEqual([]);
  });
});

describe('rangeOf', () => {
  it('is twelve months for an address without a period, and for one that is not offered any more', () => {
    expect([undefined, '6', '24', 'x'].map(rangeOf)).toEqual(['12', '12', '12', '12']);
    expect(['30', '90', '12'].map(rangeOf)).toEqual(['30', '90', '12']);
  });
});
