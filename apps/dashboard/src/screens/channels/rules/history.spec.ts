import { type HistoryPoint, sampledHistory } from './history';

const points: HistoryPoint[] = Array.from({ length: 90 }, (_, at) => ({
  date: `day ${at}`,
  score: 4,
  reviews: at,
}));

describe('sampledHistory', () => {
  it('returns few points, newest first', () => {
    const sampled = sampledHistory(points, 13);
    expect(sampled).toHaveLength(13);
    expect(sampled.map(({ reviews }) => reviews).slice(0, 3)).toEqual([89, 82, 75]);
  });

  it('returns a short history whole', () => {
    expect(sampledHistory(points.slice(0, 3), 13).map(({ reviews }) => reviews)).toEqual([2, 1, 0]);
    expect(sampledHistory([], 13)).toEqual([]);
  });
});
