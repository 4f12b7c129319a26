import type { ChannelCopy } from '../channels/channel-copy';
import { ratingSummary } from './rating-summary';

const figures = (count: number, average: number | null) => ({
  count,
  average,
  distribution: { '1': 0, '2': 1, '3': 2, '4': 3, '5': count - 6 },
});
const REVIEWS = { count: 8, summary: { approved: figures(9, 4.5), collected: figures(20, 3.987) } };

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

describe('ratingSummary', () => {
  it('averages the official scores on a scale of five, weighted by their counts', () => {
    const channels = [
      channel({ score: 4, reviews: 300 }),
      channel({ score: 9, rating_scale: 10, reviews: 100 }),
      channel({ type: 'app_store', label: 'App Store', score: null, reviews: null }),
    ];
    expect(ratingSummary('official', channels, REVIEWS)).toEqual({
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

  it('gives scores without counts the same weight', () => {
    const channels = [channel({ score: 4 }), channel({ score: 5 })];
    expect(ratingSummary('official', channels, REVIEWS)).toMatchObject({ rating: 4.5, count: 0 });
  });

  it('falls back to the collected reviews if no channel has a score, and returns that basis', () => {
    expect(ratingSummary('official', [channel({})], REVIEWS)).toMatchObject({
      rating: 3.99,
      count: 20,
      basis: 'collected',
    });
  });

  it('uses only the approved reviews if the settings choose that basis', () => {
    expect(ratingSummary('approved', [channel({ score: 4, reviews: 300 })], REVIEWS)).toMatchObject({
      rating: 4.5,
      count: 9,
      basis: 'approved',
      distribution: [3, 3, 2, 1, 0],
    });
  });
});
