import { COLLECTED_PAGE_SIZE, MAX_EVENT_BYTES } from '@plaudit/contracts';
import { buildCollectedReview } from '@plaudit/testing';
import { contentHash } from '../normalise/identity';
import type { NormalizedReview } from '../platforms/platform';
import { approveRule, judge, type SeenReview, splitForEvents, toCollected } from './collected-page';

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
  const row = { external_id: 'r1', content_hash: contentHash(review), posted_on: review.postedOn, run: 1 };
  return new Map([['r1', { ...row, posted_precision: 'second' as const, ...overrides }]]);
}

it.each([
  [{ auto_approve: true, auto_approve_4_stars: true }, 'all'],
  [{ auto_approve: true, auto_approve_4_stars: false }, 'all'],
  [{ auto_approve: false, auto_approve_4_stars: true }, 'four_stars'],
  [{ auto_approve: false, auto_approve_4_stars: false }, 'none'],
])('flags %p make the approve rule %s', (flags, rule) => {
  expect(approveRule(flags)).toBe(rule);
});

describe('a review on a page', () => {
  it('is fresh when it was never met, known when it is the same, changed when its content is another', () => {
    const verdict = (before: Map<string, SeenReview>) => judge([review], before)[0]?.verdict;
    expect(verdict(new Map())).toBe('fresh');
    expect(verdict(seen())).toBe('known');
    expect(verdict(seen({ content_hash: 'other' }))).toBe('changed');
  });

  it('counts once, and the first of two counts', () => {
    const judged = judge([review, { ...review, text: 'Copy' }], new Map());
    expect(judged.map((one) => one.review.text)).toEqual(['Good']);
  });

  it('keeps the date it was first met with when it was edited', () => {
    const first = new Date('2026-08-01T00:00:00Z');
    const [judged] = judge([review], seen({ content_hash: 'other', posted_on: first }));
    expect(judged && toCollected(judged)).toMatchObject({
      posted_on: '2026-08-01 00:00:00',
      additional: { updated_on: '2026-09-10 08:00:00' },
      reply: { text: 'Thanks', posted_on: '2026-09-11 08:00:00' },
    });
  });

  it('keeps its date when it is met again with a relative one', () => {
    const before = seen({ content_hash: 'other', posted_on: new Date('2026-09-09T00:00:00Z') });
    const [judged] = judge([{ ...review, postedPrecision: 'relative' }], before);
    expect(judged && toCollected(judged)).toMatchObject({
      posted_on: '2026-09-09 00:00:00',
      additional: null,
    });
  });
});

describe('pages of events', () => {
  it('hold at most fifty reviews, in their order', () => {
    const reviews = Array.from({ length: 120 }, (_, index) =>
      buildCollectedReview({ external_id: `r${index}` }),
    );
    const parts = splitForEvents(reviews);
    expect(parts.map((part) => part.length)).toEqual([COLLECTED_PAGE_SIZE, COLLECTED_PAGE_SIZE, 20]);
    expect(parts.flat()).toEqual(reviews);
  });

  it('fit into an event however long the texts are', () => {
    const reviews = Array.from({ length: 50 }, (_, index) =>
      buildCollectedReview({ external_id: `r${index}`, text: '語'.repeat(20_000) }),
    );
    const parts = splitForEvents(reviews);
    expect(parts.flat()).toEqual(reviews);
    for (const part of parts)
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(MAX_EVENT_BYTES - 2_000);
  });

  it('of nothing are none', () => {
    expect(splitForEvents([])).toEqual([]);
  });
});
