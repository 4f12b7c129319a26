import { isNearEnd, scrollToShow, windowOf } from './page-window';

const HEIGHT = 111;
const VISIBLE = 700;

describe('windowOf', () => {
  it.each([0, 1, 55, 5_000, 500_000, 1_109_300, 9_999_999])(
    'covers all visible rows of 10,000 at a scroll position of %i px with few rows',
    (scrolled) => {
      const { first, last } = windowOf(scrolled, VISIBLE, HEIGHT, 10_000);
      const inside = Math.min(scrolled, 10_000 * HEIGHT - VISIBLE);
      expect(first).toBeLessThanOrEqual(Math.floor(inside / HEIGHT));
      expect(last).toBeGreaterThanOrEqual(Math.min(10_000, Math.ceil((inside + VISIBLE) / HEIGHT)));
      expect(last - first).toBeLessThanOrEqual(32);
    },
  );

  it('is the same for small movements, so that nothing renders', () => {
    expect(windowOf(5_001, VISIBLE, HEIGHT, 10_000)).toEqual(windowOf(5_040, VISIBLE, HEIGHT, 10_000));
  });

  it('has a few rows until the height is known, and none without rows', () => {
    expect(windowOf(0, 0, 0, 10_000)).toEqual({ first: 0, last: 12 });
    expect(windowOf(0, VISIBLE, HEIGHT, 0)).toEqual({ first: 0, last: 0 });
  });

  it('never begins before the first row, even if the list became shorter than the scroll position', () => {
    expect(windowOf(50_000, VISIBLE, HEIGHT, 3)).toEqual({ first: 0, last: 3 });
  });
});

describe('scrollToShow', () => {
  it('does not scroll to a row that is visible', () => {
    expect(scrollToShow(3, 200, VISIBLE, HEIGHT)).toBe(200);
  });

  it('shows a row above and a row below as a whole', () => {
    expect(scrollToShow(1, 200, VISIBLE, HEIGHT)).toBe(111);
    expect(scrollToShow(9, 200, VISIBLE, HEIGHT)).toBe(410);
  });
});

describe('isNearEnd', () => {
  it('asks for the next page before the last row is reached', () => {
    expect(isNearEnd({ first: 20, last: 45 }, 50)).toBe(true);
    expect(isNearEnd({ first: 0, last: 24 }, 50)).toBe(false);
  });
});
