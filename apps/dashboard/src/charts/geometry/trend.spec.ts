import { trendOf } from './trend';

describe('The trend of a chart', () => {
  it('goes from the first to the last known value', () => {
    expect(trendOf([null, 4.31, null, 4.4, null])).toEqual({
      kind: 'rose',
      first: 4.31,
      last: 4.4,
      firstAt: 1,
      lastAt: 3,
    });
  });

  it('tells a fall from no change', () => {
    expect([trendOf([2, 9, 1])?.kind, trendOf([2, 9, 2])?.kind]).toEqual(['fell', 'same']);
  });

  it('does not exist for fewer than two values', () => {
    expect([trendOf([]), trendOf([null]), trendOf([null, 4.5])]).toEqual([null, null, null]);
  });
});
