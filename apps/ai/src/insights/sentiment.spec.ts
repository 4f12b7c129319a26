import { sentimentOf } from './sentiment';

describe('sentimentOf', () => {
  it.each([
    [14, 26, 54],
    [1, 3, 33],
    [2, 3, 67],
    [1, 8, 13],
    [1, 200, 1],
    [1, 201, 0],
    [29, 200, 15],
    [57, 200, 29],
    [7, 7, 100],
    [0, 7, 0],
    [0, 0, 0],
  ])('calls %i positive reviews of %i %i percent', (positive, total, positive_pct) => {
    const rest = total - positive;
    const neutral = Math.floor(rest / 2);
    expect(sentimentOf({ positive, neutral, negative: rest - neutral })).toEqual({
      positive,
      neutral,
      negative: rest - neutral,
      total,
      positive_pct,
    });
  });
});
