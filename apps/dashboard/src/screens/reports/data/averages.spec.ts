import { averageLine, type Averages, currentRating } from './averages';

const official = (average_rating: number): Averages => ({
  average_rating,
  collected_average: null,
  collected_count: 0,
});
const collected = (collected_average: number, collected_count: number): Averages => ({
  average_rating: null,
  collected_average,
  collected_count,
});
const NOTHING: Averages = { average_rating: null, collected_average: null, collected_count: 0 };

describe('averageLine', () => {
  it.each([
    ['official only', [official(4.2), NOTHING, official(4.3)], [4.2, null, 4.3], 'official', 0],
    ['collected only', [collected(4, 2), NOTHING, collected(4.5, 344)], [4, null, 4.5], 'collected', 344],
    ['both', [collected(4, 2), NOTHING, official(4.8)], [4, null, 4.8], 'both', 2],
    ['nothing', [NOTHING], [null], 'official', 0],
  ])(
    'says what the values are made of, and keeps empty months empty: %s',
    (_what, slots, values, basis, count) => {
      const line = averageLine(slots);
      expect(line).toMatchObject({ values, basis, count });
      expect(line.collected).toEqual(slots.map(({ collected_average }) => collected_average !== null));
    },
  );
});

describe('currentRating', () => {
  const figures = { official_num_reviews: 0, collected_rating_value: 4.31, collected_num_reviews: 344 };

  it('is the collected average only if there is no official rating', () => {
    expect(currentRating({ ...figures, rating_value: null })).toEqual({
      value: 4.31,
      count: 344,
      isCollected: true,
    });
    expect(currentRating({ ...figures, rating_value: 4.6, official_num_reviews: 90 })).toEqual({
      value: 4.6,
      count: 90,
      isCollected: false,
    });
  });

  it('is no collected average without a rating', () => {
    const nothing = {
      ...figures,
      collected_rating_value: null,
      collected_num_reviews: 0,
      rating_value: null,
    };
    expect(currentRating(nothing)).toEqual({ value: null, count: 0, isCollected: false });
  });
});
