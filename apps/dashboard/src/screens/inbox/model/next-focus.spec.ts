import { nextFocus, stepFrom } from './next-focus';

const ORDER = [1, 2, 3, 4];

describe('nextFocus', () => {
  it('goes to the next row that stays', () => {
    expect(nextFocus(ORDER, new Set([2]), 2)).toBe(3);
    expect(nextFocus(ORDER, new Set([2, 3]), 2)).toBe(4);
  });

  it('goes to the row before if no later one stays', () => {
    expect(nextFocus(ORDER, new Set([4]), 4)).toBe(3);
    expect(nextFocus(ORDER, new Set([3, 4]), 3)).toBe(2);
  });

  it('stays where it is if that row stays', () => {
    expect(nextFocus(ORDER, new Set([1]), 3)).toBe(3);
  });

  it('is null when the list becomes empty', () => {
    expect(nextFocus(ORDER, new Set(ORDER), 2)).toBeNull();
    expect(nextFocus([], new Set(), null)).toBeNull();
  });

  it('begins at the top if the current row is not in the list', () => {
    expect(nextFocus(ORDER, new Set([1, 99]), 99)).toBe(2);
  });
});

describe('stepFrom', () => {
  it('moves within the ends of the list', () => {
    expect(stepFrom(ORDER, 1, 1)).toBe(2);
    expect(stepFrom(ORDER, 1, -1)).toBe(1);
    expect(stepFrom(ORDER, 4, 1)).toBe(4);
  });

  it('begins at the top without a current row', () => {
    expect(stepFrom(ORDER, null, 1)).toBe(1);
    expect(stepFrom([], null, 1)).toBeNull();
  });
});
