import type { ReviewFigures } from '@plaudit/contracts';
import type { ChannelCopy } from '../channels/channel-copy';
import { ratingsOfBases, ratingSummary } from './rating-summary';

const STARS = { '1': 0, '2': 1, '3': 2, '4': 3, '5': 14 };
const COLLECTED: ReviewFigures = { count: 22, average: 4.5, distribution: STARS };
const APPROVED: ReviewFigures = {
  count: 9,
  average: 4.333,
  distribution: { '1': 0, '2': 0, '3': 2, '4': 2, '5': 5 },
};
const UNRATED: ReviewFigures = {
  count: 3,
  average: null,
  distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
};
const REVIEWS = { count: 9, summary: { approved: APPROVED, collected: COLLECTED } };

function channel(overrides: Partial<ChannelCopy>): ChannelCopy {
  return {
    id: 1,
    name: 'Acme',
    label: 'Google',
    type: 'google',
    url: null,
    group_id: null,
    score: null,
    rating_scale: 5,
    reviews: null,
    ...overrides,
  };
}

const GOOGLE = channel({ score: 4, reviews: 300 });
const APP_STORE = { type: 'app_store', label: 'App Store' };
const STORE = channel({ ...APP_STORE, score: 9, rating_scale: 10, reviews: 100 });

describe('ratingSummary of the official rating', () => {
  it('averages the scores on a scale of five, weighted by their counts, and shows no bars of other reviews', () => {
    expect(ratingSummary('official', [GOOGLE, STORE], REVIEWS)).toEqual({
      rating: 4.13,
      count: 400,
      basis: 'official',
      distribution: null,
      platforms: [
        { platform: 'google', label: 'Google', rating: 4, count: 300 },
        { platform: 'app_store', label: 'App Store', rating: 4.5, count: 100 },
      ],
      unrated: 0,
      matching: 9,
      collected: 22,
    });
  });

  it('shows the bars of the collected reviews if they are all reviews of the platforms', () => {
    const all = channel({ score: 4.5, reviews: 20 });
    expect(ratingSummary('official', [all], REVIEWS).distribution).toEqual([14, 3, 2, 1, 0]);
    const other = channel({ score: 4.3, reviews: 20 });
    expect(ratingSummary('official', [other], REVIEWS).distribution).toBeNull();
  });

  it.each([
    ['a score without a number of reviews', { score: 5, reviews: null }],
    ['a score of no reviews', { score: 5, reviews: 0 }],
    ['a number of reviews without a score', { score: null, reviews: 900 }],
    ['a score of 0 on a scale of five', { score: 0, reviews: 900 }],
  ])('leaves out %s, and says so in the row of its platform', (_case, fields) => {
    const summary = ratingSummary('official', [GOOGLE, channel({ ...APP_STORE, ...fields })], REVIEWS);
    expect(summary).toMatchObject({ rating: 4, count: 300, basis: 'official' });
    expect(summary.platforms[1]).toEqual({
      platform: 'app_store',
      label: 'App Store',
      rating: null,
      count: 0,
    });
    expect(ratingSummary('official', [channel(fields)], REVIEWS)).toMatchObject({
      rating: 4.5,
      count: 20,
      basis: 'collected',
    });
  });
});

describe('ratingSummary of reviews', () => {
  it('counts the collected reviews with a rating, and leaves out the numbers of the platforms', () => {
    expect(ratingSummary('collected', [GOOGLE], REVIEWS)).toEqual({
      rating: 4.5,
      count: 20,
      basis: 'collected',
      distribution: [14, 3, 2, 1, 0],
      platforms: [{ platform: 'google', label: 'Google', rating: null, count: 0 }],
      unrated: 2,
      matching: 9,
      collected: 22,
    });
  });

  it('counts only the approved reviews if the settings choose that basis', () => {
    expect(ratingSummary('approved', [GOOGLE], REVIEWS)).toMatchObject({
      rating: 4.33,
      count: 9,
      basis: 'approved',
      distribution: [5, 2, 2, 0, 0],
      unrated: 0,
    });
  });

  it('counts all reviews if none has a rating, and has neither a rating nor bars', () => {
    const reviews = { count: 3, summary: { approved: UNRATED, collected: UNRATED } };
    expect(ratingSummary('approved', [], reviews)).toMatchObject({
      rating: null,
      count: 3,
      distribution: null,
    });
  });

  it('is empty if no approved review matches the settings', () => {
    const none = { ...UNRATED, count: 0 };
    const reviews = { count: 0, summary: { approved: none, collected: COLLECTED } };
    expect(ratingSummary('approved', [GOOGLE], reviews)).toMatchObject({
      rating: null,
      count: 0,
      distribution: null,
      matching: 0,
      collected: 22,
    });
  });

  it('never tells of fewer collected reviews than approved ones, which are counted a moment later', () => {
    const reviews = { count: 23, summary: { approved: APPROVED, collected: COLLECTED } };
    expect(ratingSummary('collected', [], reviews).collected).toBe(23);
  });
});

describe('ratingsOfBases', () => {
  it('tells what each basis yields, with the rule of the widget', () => {
    expect(ratingsOfBases([GOOGLE, STORE], REVIEWS)).toEqual([
      { basis: 'official', rating: 4.13, count: 400 },
      { basis: 'collected', rating: 4.5, count: 20 },
      { basis: 'approved', rating: 4.33, count: 9 },
    ]);
  });

  it('tells that a basis yields no rating, although another one takes its place in the widget', () => {
    const reviews = { count: 3, summary: { approved: UNRATED, collected: COLLECTED } };
    expect(ratingsOfBases([channel({ score: 5 })], reviews)).toEqual([
      { basis: 'official', rating: null, count: 0 },
      { basis: 'collected', rating: 4.5, count: 20 },
      { basis: 'approved', rating: null, count: 3 },
    ]);
  });
});
