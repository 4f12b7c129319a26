import { pointsOf, shareOf } from './distribution';

describe('The shares of a distribution', () => {
  it('are zero without reviews', () => {
    expect([shareOf(0, 0), shareOf(5, 20)]).toEqual([0, 0.25]);
  });

  it('change in percentage points with a sign', () => {
    const format = (value: number): string => value.toFixed(1);
    expect([
      pointsOf(0.6, 0.581, format),
      pointsOf(0.25, 0.256, format),
      pointsOf(0.1, 0.10001, format),
    ]).toEqual(['+ 1.9', '− 0.6', '0.0']);
  });
});
