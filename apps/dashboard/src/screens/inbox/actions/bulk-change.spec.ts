import type { Review } from '../model/review-rows';
import { changed, isUnchanged, reversalsOf } from './bulk-change';

const review = (id: number, status: Review['status'], ...tags: string[]): Review =>
  ({ id, status, tags: tags.map((name) => ({ id: 1, name })) }) as unknown as Review;
const idsOf = (reviews: readonly Review[]): number[] => reviews.map(({ id }) => id);

describe('reversalsOf', () => {
  it('returns every review to its own status', () => {
    const before = [review(1, 'inbox'), review(2, 'ignored'), review(3, 'inbox'), review(4, 'approved')];
    const reversals = reversalsOf(before, { status: 'approved' });
    expect(reversals.map(({ change, reviews }) => [change, idsOf(reviews)])).toEqual([
      [{ status: 'inbox' }, [1, 3]],
      [{ status: 'ignored' }, [2]],
    ]);
  });

  it('takes a tag only from the reviews that did not have it, whatever its case', () => {
    const before = [review(1, 'inbox', 'Breakfast'), review(2, 'inbox', 'Noise')];
    const [reversal] = reversalsOf(before, { tags_add: ['breakfast'] });
    expect(reversal?.change).toEqual({ tags_remove: ['breakfast'] });
    expect(idsOf(reversal?.reviews ?? [])).toEqual([2]);
  });

  it('has nothing to do if nothing changed', () => {
    expect(reversalsOf([review(1, 'approved')], { status: 'approved' })).toEqual([]);
    expect(reversalsOf([], { tags_remove: ['Noise'] })).toEqual([]);
  });
});

describe('changed', () => {
  const ids = new Map([['staff', 6]]);

  it('adds a tag once', () => {
    const one = changed(review(1, 'inbox', 'Noise'), { tags_add: ['Staff'] }, ids);
    expect(one.tags.map(({ name }) => name)).toEqual(['Noise', 'Staff']);
    expect(one.tags[1]?.id).toBe(6);
    expect(changed(one, { tags_add: ['STAFF'] }, ids)).toBe(one);
  });

  it('removes a tag whatever its case', () => {
    expect(changed(review(1, 'inbox', 'Noise'), { tags_remove: ['noise'] }, ids).tags).toEqual([]);
    expect(isUnchanged(review(1, 'inbox'), { tags_remove: ['noise'] })).toBe(true);
  });
});
