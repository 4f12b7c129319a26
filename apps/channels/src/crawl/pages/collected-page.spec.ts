import { COLLECTED_PAGE_SIZE, MAX_EVENT_BYTES } from '@plaudit/contracts';
import { buildCollectedReview } from '@plaudit/testing';
import { seenReviewHash } from '../../normalise/identity';
import type { NormalizedReview } from '../../platforms/platform';
import { approveRule, compareWithSeen, type SeenReview, splitForEvents, toCollected } from './collected-page';

const review: NormalizedReview = {
  externalId: 'r1',
  idKind: 'native',
  text: 'Good',
  language: null,
  fromName: 'Noa',
  fromImage: null,
  fromUrl: null,
  postUrl: null,
  ratingValue: 5,
  ratingScale: 5,
  postedOn: new Date('2026-09-10T08:00:00Z'),
  postedPrecision: 'second',
  media: [],
  reply: { text: 'Thanks', postedOn: new Date('2026-09-11T08:00:00Z') },
  verified: false,
  additional: null,
  removed: false,
};

function seen(overrides: Partial<SeenReview> = {}): Map<string, SeenReview> {
  const row = {
    external_id: 'r1',
    content_hash: seenReviewHash(review),
    posted_on: review.postedOn,
    run: 1,
    missed: 0,
    imported: false,
    hidden: false,
  };
  return new Map([['r1', { ...row, posted_precision: 'second' as const, ...overrides }]]);
}

describe('approveRule', () => {
  it.each([
    [{ auto_approve: true, auto_approve_4_stars: true }, 'all'],
    [{ auto_approve: true, auto_approve_4_stars: false }, 'all'],
    [{ auto_approve: false, auto_approve_4_stars: true }, 'four_stars'],
    [{ auto_approve: false, auto_approve_4_stars: false }, 'none'],
  ])('turns the flags %p into the rule %s', (flags, rule) => {
    expect(approveRule(flags)).toBe(rule);
  });
});

describe('compareWithSeen', () => {
  it('returns fresh for an unseen review, known for an unchanged one, changed for different content', () => {
    const stateOf = (before: Map<string, SeenReview>) => compareWithSeen([review], before)[0]?.state;
    expect(stateOf(new Map())).toBe('fresh');
    expect(stateOf(seen())).toBe('known');
    expect(stateOf(seen({ content_hash: 'other' }))).toBe('changed');
    expect(stateOf(seen({ missed: 2 }))).toBe('known');
    expect(stateOf(seen({ missed: 3 }))).toBe('changed');
  });

  it('returns hidden for an unseen review that the platform marks as removed, and fresh when it shows it', () => {
    const removed = { ...review, removed: true };
    const stateOf = (given: NormalizedReview, before = new Map<string, SeenReview>()) =>
      compareWithSeen([given], before)[0]?.state;
    expect(stateOf(removed)).toBe('hidden');
    expect(stateOf({ ...removed, text: 'Other' }, seen({ hidden: true }))).toBe('known');
    expect(stateOf(review, seen({ hidden: true }))).toBe('fresh');
    expect(stateOf(removed, seen())).toBe('changed');
  });

  it('keeps the first of two reviews with the same id', () => {
    const compared = compareWithSeen([review, { ...review, text: 'Copy' }], new Map());
    expect(compared.map((one) => one.review.text)).toEqual(['Good']);
  });

  it('keeps the id of a review when another one with its native id appears', () => {
    const shared = { ...review, externalId: 'derived:a', idKind: 'derived' as const, otherId: 'r1' };
    const later = { ...shared, externalId: 'derived:b', postedOn: new Date('2026-09-12T08:00:00Z') };
    const compared = compareWithSeen([later, shared], seen());
    expect(compared.map((one) => [one.review.externalId, one.state])).toEqual([
      ['derived:b', 'fresh'],
      ['r1', 'known'],
    ]);
  });

  it('keeps the first posting date of an edited review and adds the date of the edit', () => {
    const first = new Date('2026-08-01T00:00:00Z');
    const [compared] = compareWithSeen([review], seen({ content_hash: 'other', posted_on: first }));
    expect(compared && toCollected(compared)).toMatchObject({
      posted_on: '2026-08-01 00:00:00',
      additional: { updated_on: '2026-09-10 08:00:00' },
      reply: { text: 'Thanks', posted_on: '2026-09-11 08:00:00' },
    });
  });

  it('keeps the stored posting date if the new one is relative', () => {
    const before = seen({ content_hash: 'other', posted_on: new Date('2026-09-09T00:00:00Z') });
    const [compared] = compareWithSeen([{ ...review, postedPrecision: 'relative' }], before);
    expect(compared && toCollected(compared)).toMatchObject({
      posted_on: '2026-09-09 00:00:00',
      additional: null,
    });
  });
});

describe('compareWithSeen for a review without a known date', () => {
  const undated = { ...review, postedOn: new Date(0), postedPrecision: 'unknown' as const };
  const unknown = seen({ posted_on: new Date(0), posted_precision: 'unknown' });

  it('returns known while the date stays unknown, and keeps a date that is no longer readable', () => {
    expect(compareWithSeen([undated], unknown)).toMatchObject([{ state: 'known' }]);
    expect(compareWithSeen([undated], seen())).toMatchObject([
      { state: 'known', posted: { date: review.postedOn, precision: 'second' } },
    ]);
  });

  it.each(['second', 'relative'] as const)(
    'returns changed as soon as the date is known (%s), and notes no edit',
    (postedPrecision) => {
      const [compared] = compareWithSeen([{ ...review, postedPrecision }], unknown);
      expect(compared?.state).toBe('changed');
      expect(compared && toCollected(compared)).toMatchObject({
        posted_on: '2026-09-10 08:00:00',
        posted_precision: postedPrecision,
        additional: null,
      });
    },
  );
});

describe('splitForEvents', () => {
  it('puts at most 50 reviews into a part and keeps their order', () => {
    const reviews = Array.from({ length: 120 }, (_, index) =>
      buildCollectedReview({ external_id: `r${index}` }),
    );
    const parts = splitForEvents(reviews, 50);
    expect(parts.map((part) => part.length)).toEqual([COLLECTED_PAGE_SIZE, COLLECTED_PAGE_SIZE, 20]);
    expect(parts.flat()).toEqual(reviews);
  });

  it('makes parts that fit into an event, however long the texts are', () => {
    const reviews = Array.from({ length: 50 }, (_, index) =>
      buildCollectedReview({ external_id: `r${index}`, text: '語'.repeat(20_000) }),
    );
    const parts = splitForEvents(reviews, 50);
    expect(parts.flat()).toEqual(reviews);
    for (const part of parts)
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(MAX_EVENT_BYTES - 2_000);
  });

  it('returns no part for an empty page', () => {
    expect(splitForEvents([], 50)).toEqual([]);
  });
});
