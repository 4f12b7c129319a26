import { buildReview } from '@plaudit/testing';
import { knownReview } from './known-review';

describe('knownReview', () => {
  it('returns what a draft needs, and nothing about the author', () => {
    const review = buildReview({
      id: 7,
      channel_id: 42,
      rating_value: 8,
      rating_scale: 10,
      text: 'Good bread.',
      language: 'en',
      posted_on: '2026-01-31 08:30:00',
    });
    expect(knownReview(review)).toEqual({
      id: 7,
      channel_id: 42,
      star: 4,
      text: 'Good bread.',
      language: 'en',
      posted_on: '2026-01-31T08:30:00.000Z',
    });
  });

  it('cuts a long text, and has the channel 0 and no stars for a review without a channel and a rating', () => {
    const review = buildReview({ channel_id: null, rating_value: null, text: 'a'.repeat(6_000) });
    expect(knownReview(review)).toMatchObject({ channel_id: 0, star: null, text: 'a'.repeat(5_000) });
  });
});
