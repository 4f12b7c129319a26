import { type LabelledReview, resourced, retagged } from './relabelled';
import type { RelabellingEntity } from './relabelling.entity';

const relabelling = (fields: Partial<RelabellingEntity>): RelabellingEntity => ({
  id: 1,
  account_id: 1,
  sub_account_id: 1,
  noun: 'tag',
  subject_id: 3,
  into_id: null,
  is_rename: false,
  after_posted_on: null,
  after_review_id: null,
  worked_on: new Date(),
  ...fields,
});

describe('retagged', () => {
  it.each([
    ['keeps the tags after a rename', { is_rename: true }, [5, 3], { tag_ids: [5, 3] }],
    ['takes a deleted tag', {}, [5, 3], { tag_ids: [5] }],
    ['replaces a merged tag', { into_id: 2 }, [5, 3], { tag_ids: [2, 5] }],
    ['keeps a tag once that the review had before the merge', { into_id: 5 }, [5, 3, 7], { tag_ids: [5, 7] }],
    ['leaves a review that lost the tag in the meantime', { into_id: 2 }, [5], null],
  ])('%s', (_what, fields, tag_ids, change) => {
    expect(retagged({ tag_ids }, relabelling(fields))).toEqual(change);
  });
});

describe('resourced', () => {
  const review: LabelledReview = {
    id: 1,
    rating_scale: 5,
    status: 0,
    tag_ids: [],
    source_id: 3,
    platform: 'custom',
    label: 'Fair',
    external_id: 'a',
  };
  const source = { name: 'Trade fair', takenIds: new Set(['b']) };

  it.each<[string, Partial<LabelledReview>, Partial<RelabellingEntity>, object, object | null]>([
    ['gives a review the new name', {}, { is_rename: true }, {}, { label: 'Trade fair' }],
    ['leaves a review with the new name', { label: 'Trade fair' }, { is_rename: true }, {}, null],
    ['keeps the label of a platform', { platform: 'app_store' }, { is_rename: true }, {}, null],
    ['leaves a review of another source', { source_id: 4 }, { is_rename: true }, {}, null],
    ['moves a review', {}, { into_id: 9 }, {}, { source_id: 9, label: 'Trade fair' }],
    ['moves a kept review', { platform: 'app_store' }, { into_id: 9 }, {}, { source_id: 9 }],
    [
      'drops an external id that the other source has',
      { external_id: 'b' },
      { into_id: 9 },
      {},
      { source_id: 9, label: 'Trade fair', external_id: null },
    ],
    ['moves to a source that is gone', {}, { into_id: 9 }, { name: null }, { source_id: 9 }],
  ])('%s', (_what, fields, change, other, expected) => {
    const job = relabelling({ noun: 'source', ...change });
    expect(resourced({ ...review, ...fields }, job, { ...source, ...other })).toEqual(expected);
  });
});
