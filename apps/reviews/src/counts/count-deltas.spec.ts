import { type Counted, CountDeltas } from './count-deltas';

const review = (fields: Partial<Counted> = {}): Counted => ({
  sub_account_id: 1,
  status: 0,
  star: 5,
  rating: 5,
  tag_ids: [],
  has_photo: false,
  ...fields,
});

describe('CountDeltas', () => {
  it('adds reviews up by sub account, status, star and rating, and counts unrated ones under 0', () => {
    const deltas = new CountDeltas();
    deltas.add(review());
    deltas.add(review());
    deltas.add(review({ rating: 4.5, has_photo: true }));
    deltas.add(review({ sub_account_id: 2 }));
    deltas.add(review({ star: null, rating: null }));
    expect(deltas.reviewCounts()).toEqual([
      { sub_account_id: 1, status: 0, star: 5, rating: 5, total: 2, with_photos: 0 },
      { sub_account_id: 1, status: 0, star: 5, rating: 4.5, total: 1, with_photos: 1 },
      { sub_account_id: 2, status: 0, star: 5, rating: 5, total: 1, with_photos: 0 },
      { sub_account_id: 1, status: 0, star: 0, rating: 0, total: 1, with_photos: 0 },
    ]);
    expect(deltas.tagCounts()).toEqual([]);
  });

  it('moves a review from one status to another', () => {
    const deltas = new CountDeltas();
    deltas.remove(review());
    deltas.add(review({ status: 1 }));
    expect(deltas.reviewCounts()).toEqual([
      { sub_account_id: 1, status: 0, star: 5, rating: 5, total: -1, with_photos: 0 },
      { sub_account_id: 1, status: 1, star: 5, rating: 5, total: 1, with_photos: 0 },
    ]);
  });

  it('notes a photo that a review of the same rating gets', () => {
    const deltas = new CountDeltas();
    deltas.remove(review());
    deltas.add(review({ has_photo: true }));
    expect(deltas.reviewCounts()).toEqual([
      { sub_account_id: 1, status: 0, star: 5, rating: 5, total: 0, with_photos: 1 },
    ]);
  });

  it('counts each tag of a review once and leaves out changes that cancel each other out', () => {
    const deltas = new CountDeltas();
    deltas.remove(review({ tag_ids: [3, 4] }));
    deltas.add(review({ tag_ids: [4, 5, 5] }));
    expect(deltas.reviewCounts()).toEqual([]);
    expect(deltas.tagCounts()).toEqual([
      { sub_account_id: 1, tag_id: 3, total: -1 },
      { sub_account_id: 1, tag_id: 5, total: 1 },
    ]);
  });
});
