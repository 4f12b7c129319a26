import { placeOf } from './place';

const WINDOW = { width: 1000, height: 600 };
const MENU = { width: 200, height: 100 };

describe('placeOf', () => {
  it('places a menu below its button', () => {
    expect(placeOf({ top: 10, bottom: 40, left: 50, right: 90 }, MENU, WINDOW)).toEqual({
      top: 44,
      left: 50,
    });
  });

  it('places it above a button at the bottom of the window', () => {
    expect(placeOf({ top: 560, bottom: 590, left: 50, right: 90 }, MENU, WINDOW).top).toBe(456);
  });

  it('keeps it inside the window', () => {
    expect(placeOf({ top: 10, bottom: 40, left: 950, right: 990 }, MENU, WINDOW).left).toBe(792);
    expect(placeOf({ top: 10, bottom: 40, left: -30, right: 10 }, MENU, WINDOW).left).toBe(8);
  });

  it('aligns it with the end of the button from right to left', () => {
    expect(placeOf({ top: 10, bottom: 40, left: 700, right: 800 }, MENU, WINDOW, true).left).toBe(600);
  });
});
