import { constantFrom, double, property, assert } from 'fast-check';
import { normalisedRating, sentimentOf, starBucket } from './rating';

describe('starBucket', () => {
  it.each([
    [null, 5, null, null],
    [0, 5, null, null],
    [0, 10, 1, 'negative'],
    [0, 100, 1, 'negative'],
    [0.4, 5, 1, 'negative'],
    [1, 5, 1, 'negative'],
    [1.49, 5, 1, 'negative'],
    [1.5, 5, 2, 'negative'],
    [2.5, 5, 3, 'neutral'],
    [3.49, 5, 3, 'neutral'],
    [3.5, 5, 4, 'positive'],
    [4.5, 5, 5, 'positive'],
    [5, 5, 5, 'positive'],
    [6.9, 10, 3, 'neutral'],
    [7, 10, 4, 'positive'],
    [10, 10, 5, 'positive'],
    [49, 100, 2, 'negative'],
    [50, 100, 3, 'neutral'],
    [100, 100, 5, 'positive'],
  ])('maps %p on a scale of %p to star %p, %p', (value, scale, star, sentiment) => {
    expect(starBucket(value, scale)).toBe(star);
    expect(sentimentOf(star)).toBe(sentiment);
  });

  const scale = constantFrom(5, 10, 100);
  const share = double({ min: 0.001, max: 1, noNaN: true });

  it('returns the nearest of the five stars', () => {
    assert(
      property(scale, share, (outOf, part) => {
        const star = starBucket(part * outOf, outOf);
        expect([1, 2, 3, 4, 5]).toContain(star);
        const distance = Math.abs(
          (star as number) - Math.max(1, normalisedRating(part * outOf, outOf) as number),
        );
        expect(distance).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
  });

  it('never decreases when the rating increases', () => {
    assert(
      property(scale, share, share, (outOf, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(starBucket(low * outOf, outOf)).toBeLessThanOrEqual(starBucket(high * outOf, outOf) as number);
      }),
    );
  });
});
