import { LowBound } from './low-bound';

const MINUTE = 60_000;

describe('the low bound', () => {
  it('starts at 0 and trails what was published by five minutes', () => {
    const low = new LowBound(0);
    low.published(100, 0);
    low.published(200, 2 * MINUTE);
    expect(low.at(4 * MINUTE)).toBe(0);
    expect(low.at(5 * MINUTE)).toBe(100);
    expect(low.at(7 * MINUTE)).toBe(200);
  });

  it('searches everything every ten minutes, until one search found all there was', () => {
    const low = new LowBound(0);
    low.published(100, 0);
    expect(low.at(9 * MINUTE)).toBe(100);
    expect(low.at(10 * MINUTE)).toBe(0);
    expect(low.at(11 * MINUTE)).toBe(0);
    low.searched(0, 11 * MINUTE);
    expect(low.at(11 * MINUTE)).toBe(100);
    expect(low.at(21 * MINUTE)).toBe(0);
  });
});
