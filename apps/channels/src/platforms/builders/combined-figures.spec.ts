import { combinedFigures } from './combined-figures';

describe('combinedFigures', () => {
  it('weights each score by its number of reviews', () => {
    const profiles = [
      { score: 5, reviews: 30 },
      { score: '3', reviews: '10' },
    ];
    expect(combinedFigures(profiles)).toEqual({ score: 4.5, reviews: 40 });
  });

  it('leaves out a score beyond the scale, although the average with it lies within', () => {
    const profiles = [
      { score: 4, reviews: 90 },
      { score: 9, reviews: 10 },
    ];
    expect(combinedFigures(profiles)).toEqual({ score: 4, reviews: 100 });
    expect(combinedFigures(profiles, 10)).toEqual({ score: 4.5, reviews: 100 });
  });

  it('has no score if no profile has one', () => {
    expect(combinedFigures([{ score: -1, reviews: 3 }, { score: 0 }, {}])).toEqual({
      score: null,
      reviews: 3,
    });
  });
});
