import { type NewReview, writtenRow } from './review-rows';

describe('writtenRow', () => {
  it('adds the rating on five stars and the star', () => {
    const review = { rating_value: 9, rating_scale: 10, fingerprint: 'ab' } as NewReview;
    expect(writtenRow(review)).toMatchObject({ rating: 4.5, star: 5, fingerprint: '\\xab' });
  });
});
