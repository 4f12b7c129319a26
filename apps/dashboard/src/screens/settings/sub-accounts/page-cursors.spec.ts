import { pageCursors } from './page-cursors';

describe('the cursors of loaded pages', () => {
  it('are none for an empty list', () => {
    expect(pageCursors([], 2)).toEqual([]);
  });

  it('are the last id of each page before another one', () => {
    expect(pageCursors([3, 5], 2)).toEqual([null]);
    expect(pageCursors([3, 5, 8], 2)).toEqual([null, 5]);
    expect(pageCursors([3, 5, 8, 9, 12], 2)).toEqual([null, 5, 9]);
  });
});
