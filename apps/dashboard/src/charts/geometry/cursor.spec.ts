import { movedCursor, slotAt } from './cursor';

describe('The cursor of a chart', () => {
  it('starts at the end that the arrow comes from', () => {
    expect([movedCursor(null, 'ArrowLeft', 12), movedCursor(null, 'ArrowRight', 12)]).toEqual([11, 0]);
  });

  it('stops at both ends', () => {
    expect([movedCursor(0, 'ArrowLeft', 12), movedCursor(11, 'ArrowRight', 12)]).toEqual([0, 11]);
    expect([movedCursor(4, 'Home', 12), movedCursor(4, 'End', 12)]).toEqual([0, 11]);
  });

  it('leaves with Escape and ignores other keys', () => {
    expect(movedCursor(3, 'Escape', 12)).toBeNull();
    expect(movedCursor(null, 'Escape', 12)).toBeUndefined();
    expect([movedCursor(3, 'a', 12), movedCursor(null, 'End', 0)]).toEqual([undefined, undefined]);
  });

  it('follows the pointer to the nearest slot', () => {
    expect([30, 79, 80, 630, 0, 900].map((x) => slotAt(x, 30, 600, 12))).toEqual([0, 0, 1, 11, 0, 11]);
    expect([slotAt(5, 0, 0, 12), slotAt(5, 0, 10, 0)]).toEqual([null, null]);
  });
});
