import { reachWithin, widenedField } from './maker-rules';

const WEBHOOK = {
  url: 'https://hooks.example.com/',
  active: true,
  events: ['review.created'],
  sub_account_ids: [3, 4],
  channel_ids: [],
  min_rating: 2,
  max_rating: null,
  skip_backfill: true,
};

describe('widenedField', () => {
  it.each([
    ['url', { url: 'https://elsewhere.example.com/' }],
    ['events', { events: ['review.created', 'rating.changed'] }],
    ['events', { events: ['rating.changed'] }],
    ['sub_account_ids', { sub_account_ids: [] }],
    ['sub_account_ids', { sub_account_ids: [3, 5] }],
    ['min_rating', { min_rating: 1 }],
    ['min_rating', { min_rating: null }],
    ['skip_backfill', { skip_backfill: false }],
  ])('names %s for the change %j', (field, change) => {
    expect(widenedField(WEBHOOK, { ...WEBHOOK, ...change })).toBe(field);
  });

  it.each([
    {},
    { active: false },
    { sub_account_ids: [4] },
    { channel_ids: [42] },
    { min_rating: 3 },
    { max_rating: 4 },
  ])('is null for the change %j, which sends no more', (change) => {
    expect(widenedField(WEBHOOK, { ...WEBHOOK, ...change })).toBeNull();
  });

  it('names the resume of a paused webhook, and a higher maximum', () => {
    const narrow = { ...WEBHOOK, active: false, max_rating: 3 };
    expect(widenedField(narrow, { ...narrow, active: true })).toBe('active');
    expect(widenedField(narrow, { ...narrow, max_rating: 4 })).toBe('max_rating');
    expect(widenedField(narrow, { ...narrow, max_rating: null })).toBe('max_rating');
  });
});

describe('reachWithin', () => {
  const whole = {
    owner_sub_account_id: null,
    sub_account_ids: [] as number[],
    reach: null as number[] | null,
  };

  it('is what the maker may read of what the webhook sent before', () => {
    expect(reachWithin(whole, [3, 4])).toEqual([3, 4]);
    expect(reachWithin({ ...whole, reach: [4, 5] }, [3, 4])).toEqual([4]);
    expect(reachWithin({ ...whole, owner_sub_account_id: 3 }, [3, 4])).toEqual([3]);
    expect(reachWithin({ ...whole, sub_account_ids: [4, 9] }, [3, 4])).toEqual([3, 4]);
  });

  it('is empty if the webhook would send nothing any more', () => {
    expect(reachWithin({ ...whole, owner_sub_account_id: 5 }, [3, 4])).toEqual([]);
    expect(reachWithin({ ...whole, sub_account_ids: [9] }, [3, 4])).toEqual([]);
    expect(reachWithin({ ...whole, reach: [5] }, [3, 4])).toEqual([]);
  });
});
