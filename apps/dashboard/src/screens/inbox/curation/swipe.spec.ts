import { isFarEnough, isSwipe, sideOf } from './swipe';

describe('A movement of the finger', () => {
  it('is open until it is long enough', () => {
    expect(isSwipe(8, 3)).toBeNull();
  });

  it('is a swipe only if it goes sideways', () => {
    expect(isSwipe(30, 5)).toBe(true);
    expect(isSwipe(-30, 5)).toBe(true);
    expect(isSwipe(20, 18)).toBe(false);
    expect(isSwipe(2, 60)).toBe(false);
  });

  it('approves towards the end of the line in both directions of writing', () => {
    expect([sideOf(50, false), sideOf(-50, false)]).toEqual(['approve', 'ignore']);
    expect([sideOf(50, true), sideOf(-50, true)]).toEqual(['ignore', 'approve']);
  });

  it('acts only after a clear distance', () => {
    expect(isFarEnough(60)).toBe(false);
    expect(isFarEnough(-120)).toBe(true);
  });
});
