import { LowWatermark } from './low-watermark';

const MINUTE = 60_000;

describe('LowWatermark', () => {
  it('starts at 0 and trails the published events by five minutes', () => {
    const low = new LowWatermark(0);
    low.published(100, 0);
    low.published(200, 2 * MINUTE);
    expect(low.at(4 * MINUTE)).toBe(0);
    expect(low.at(5 * MINUTE)).toBe(100);
    expect(low.at(7 * MINUTE)).toBe(200);
  });

  it('returns 0 every ten minutes until one search has found all pending events', () => {
    const low = new LowWatermark(0);
    low.published(100, 0);
    expect(low.at(9 * MINUTE)).toBe(100);
    expect(low.at(10 * MINUTE)).toBe(0);
    expect(low.at(11 * MINUTE)).toBe(0);
    low.searched(0, 11 * MINUTE);
    expect(low.at(11 * MINUTE)).toBe(100);
    expect(low.at(21 * MINUTE)).toBe(0);
  });
});
