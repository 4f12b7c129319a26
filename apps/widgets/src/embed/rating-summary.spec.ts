import type { ChannelCopy } from './channel-copy';
import { ratingSummary } from './rating-summary';

const counts = (count: number, average: number | null) => ({
  count,
  average,
  distribution: { '1': 0, '2': 1, '3': 2, '4': 3, '5': count - 6 },
});
const ANSWER = { count: 8, summary: { approved: counts(9, 4.5), collected: counts(20, 3.987) } };

function channel(overrides: Partial<ChannelCopy>): ChannelCopy {
  return {
    id: 1,
    name: 'Acme',
    label: 'Google',
    type: 'google',
    group_id: null,
    score: null,
    rating_scale: 5,
    reviews: null,
    ...overrides,
  };
}

describe("the header's rating", () => {
  it('weighs the official scores by their counts, on five stars', () => {
    const channels = [
      channel({ score: 4, reviews: 300 }),
      channel({ score: 9, rating_scale: 10, reviews: 100 }),
      channel({ type: 'app_store', label: 'App Store', score: null, reviews: null }),
    ];
    expect(ratingSummary('official', channels, ANSWER)).toEqual({
      rating: 4.13,
      count: 400,
      basis: 'official',
      distribution: [14, 3, 2, 1, 0],
      platforms: [
        { platform: 'google', label: 'Google', rating: 4.13, count: 400 },
        { platform: 'app_store', label: 'App Store', rating: null, count: 0 },
      ],
      matching: 8,
    });
  });

  it('averages scores that come without counts', () => {
    const channels = [channel({ score: 4 }), channel({ score: 5 })];
    expect(ratingSummary('official', channels, ANSWER)).toMatchObject({ rating: 4.5, count: 0 });
  });

  it('falls back to what was collected while no channel has a score, and says so', () => {
    expect(ratingSummary('official', [channel({})], ANSWER)).toMatchObject({
      rating: 3.99,
      count: 20,
      basis: 'collected',
    });
  });

  it('counts the selected reviews only when the owner chose that', () => {
    expect(ratingSummary('approved', [channel({ score: 4, reviews: 300 })], ANSWER)).toMatchObject({
      rating: 4.5,
      count: 9,
      basis: 'approved',
      distribution: [3, 3, 2, 1, 0],
    });
  });
});
