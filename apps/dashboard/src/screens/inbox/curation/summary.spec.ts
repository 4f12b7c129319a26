import type { Review } from '../model/review-rows';
import { figuresOf } from './summary';

const review = (change: Partial<Review>): Review =>
  ({
    label: 'Guest book',
    platform: 'custom',
    language: 'de',
    status: 'inbox',
    rating_value: 5,
    rating_scale: 5,
    posted_on: '2026-11-20 10:00:00',
    ...change,
  }) as Review;

describe('figuresOf', () => {
  it('counts stars on any scale, the best first', () => {
    const reviews = [
      review({ rating_value: 2 }),
      review({ rating_value: 9.6, rating_scale: 10 }),
      review({ rating_value: null }),
      review({}),
    ];
    expect(figuresOf(reviews).stars).toEqual([
      { stars: 5, count: 2 },
      { stars: 2, count: 1 },
      { stars: 0, count: 1 },
    ]);
  });

  it('counts the platforms, the most frequent first', () => {
    const reviews = [review({ label: 'Etsy', platform: 'etsy' }), review({}), review({})];
    expect(figuresOf(reviews).platforms).toEqual([
      { platform: 'custom', label: 'Guest book', count: 2 },
      { platform: 'etsy', label: 'Etsy', count: 1 },
    ]);
  });

  it('names a language only if all have it', () => {
    expect(figuresOf([review({}), review({})]).language).toBe('de');
    expect(figuresOf([review({}), review({ language: 'fr' })]).language).toBeNull();
    expect(figuresOf([review({ language: null })]).language).toBeNull();
  });

  it('says since when the oldest waits, and nothing if none waits', () => {
    const old = review({ posted_on: '2026-11-15 10:00:00' });
    const done = review({ posted_on: '2020-01-01 10:00:00', status: 'approved' });
    expect(figuresOf([review({}), old, done]).oldestWaiting).toBe('2026-11-15 10:00:00');
    expect(figuresOf([done]).oldestWaiting).toBeNull();
    const undated = review({ posted_on: '1970-01-01 00:00:00', posted_precision: 'unknown' });
    expect(figuresOf([undated]).oldestWaiting).toBeNull();
  });

  it('is empty without reviews', () => {
    expect(figuresOf([])).toEqual({ stars: [], platforms: [], language: null, oldestWaiting: null });
  });
});
