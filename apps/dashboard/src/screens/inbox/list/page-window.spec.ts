import { isNearEnd, rowAt, scrollToShow, topsOf, UNMEASURED, windowOf, withMeasured } from './page-window';

const VISIBLE = 700;
const IDS = Array.from({ length: 10_000 }, (_, at) => at + 1);
/** One line, two lines, and a long name of a tag. */
const heightOf = (id: number): number => [91, 111, 131][id % 3] ?? 0;
const measured = (ids: readonly number[]) => new Map(ids.map((id) => [id, heightOf(id)]));
const TOPS = topsOf(IDS, withMeasured(UNMEASURED, measured(IDS)));

describe('windowOf', () => {
  it.each([0, 1, 55, 5_000, 500_000, 1_109_300, 9_999_999])(
    'covers all visible rows of 10,000 with different heights at a scroll position of %i px with few rows',
    (scrolled) => {
      const { first, last } = windowOf(scrolled, VISIBLE, TOPS);
      const inside = Math.min(scrolled, TOPS[10_000]! - VISIBLE);
      expect(TOPS[first]).toBeLessThanOrEqual(inside);
      expect(TOPS[last]).toBeGreaterThanOrEqual(inside + VISIBLE);
      expect(last - first).toBeLessThanOrEqual(32);
    },
  );

  it('is the same for small movements, so that nothing renders', () => {
    expect(windowOf(5_001, VISIBLE, TOPS)).toEqual(windowOf(5_020, VISIBLE, TOPS));
  });

  it('has a few rows until a height is known, and none without rows', () => {
    expect(windowOf(0, 0, topsOf(IDS, UNMEASURED))).toEqual({ first: 0, last: 12 });
    expect(windowOf(0, VISIBLE, topsOf([], UNMEASURED))).toEqual({ first: 0, last: 0 });
  });

  it('never begins before the first row, even if the list became shorter than the scroll position', () => {
    expect(windowOf(50_000, VISIBLE, TOPS.subarray(0, 4))).toEqual({ first: 0, last: 3 });
  });
});

describe('topsOf', () => {
  it('takes rows that were not measured to be as high as the first ones were on average', () => {
    const heights = withMeasured(UNMEASURED, measured([1, 2, 3]));
    expect([...topsOf([1, 2, 3, 4, 5], heights)]).toEqual([0, 111, 242, 333, 444, 555]);
  });

  it('keeps the rows that were not measured as they are when others are', () => {
    const before = withMeasured(UNMEASURED, measured([1, 2, 3]));
    const after = withMeasured(before, measured([6]));
    expect(after.usual).toBe(before.usual);
    expect(topsOf(IDS, after)[5]).toBe(topsOf(IDS, before)[5]);
  });

  it('has the same heights while no row changes by a pixel', () => {
    const heights = withMeasured(UNMEASURED, measured([1, 2]));
    expect(withMeasured(heights, new Map([[1, heightOf(1) + 0.25]]))).toBe(heights);
    expect(withMeasured(heights, new Map([[1, heightOf(1) + 20]])).known.get(1)).toBe(heightOf(1) + 20);
  });
});

describe('rowAt', () => {
  it.each([
    [-5, 0],
    [0, 0],
    [110.9, 0],
    [111, 1],
    [10 ** 9, 9_999],
  ])('finds at %d px the row %d', (place, row) => {
    expect(rowAt(TOPS, place)).toBe(row);
  });
});

describe('scrollToShow', () => {
  it('does not scroll to a row that is visible', () => {
    expect(scrollToShow(3, 200, VISIBLE, TOPS)).toBe(200);
  });

  it('shows a row above and a row below as a whole', () => {
    expect(scrollToShow(1, 200, VISIBLE, TOPS)).toBe(111);
    expect(scrollToShow(9, 200, VISIBLE, TOPS)).toBe(TOPS[10]! - VISIBLE);
  });
});

describe('isNearEnd', () => {
  it('asks for the next page before the last row is reached', () => {
    expect(isNearEnd({ first: 20, last: 45 }, 50)).toBe(true);
    expect(isNearEnd({ first: 0, last: 24 }, 50)).toBe(false);
  });
});
