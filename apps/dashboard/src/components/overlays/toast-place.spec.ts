import { heightOfBars } from './toast-place';

const bar = (top: number, bottom: number, left = 0, right = 390) => ({ top, bottom, left, right });
const PLACE = { left: 12, right: 378 };

describe('heightOfBars', () => {
  it.each([
    ['nothing stands at the bottom', [], 0],
    ['a bar stands at the bottom', [bar(743, 800)], 57],
    ['a bar stands on another one', [bar(690, 743), bar(743, 800)], 110],
    ['a bar floats above the bottom', [bar(740, 788)], 60],
    ['a bar ends in the middle of the page', [bar(300, 350)], 0],
    ['a bar stands beside the place', [bar(743, 800, 380, 600)], 0],
    ['a bar is below what is visible', [bar(790, 850)], 0],
    ['a bar is hidden', [bar(0, 0, 0, 0)], 0],
    ['a footer is as high as a page', [bar(100, 800)], 0],
  ])('is right if %s', (_what, bars, expected) => {
    expect(heightOfBars(bars, PLACE, 800)).toBe(expected);
  });
});
