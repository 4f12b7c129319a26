import {
  derivedExternalId,
  derivedIds,
  type HashedContent,
  lastingId,
  type PageId,
  pageIds,
  seenReviewHash,
} from './identity';

const review = { author: 'Noa', postedOn: new Date('2026-10-04T09:00:00Z'), text: 'Best & fresh', rating: 5 };

describe('derivedExternalId', () => {
  it('ignores case and spaces, the time of day and text after the first 300 characters', () => {
    const id = derivedExternalId(review);
    expect(derivedExternalId({ ...review, author: ' NOA ', postedOn: new Date('2026-10-04') })).toBe(id);
    expect(derivedExternalId({ ...review, text: 'best  &\nfresh' })).toBe(id);
    const long = { ...review, text: 'x'.repeat(300) };
    expect(derivedExternalId({ ...long, text: `${long.text}y` })).toBe(derivedExternalId(long));
  });

  it('differs for another author, day, text or rating', () => {
    const ids = [
      review,
      { ...review, author: 'Lea' },
      { ...review, postedOn: new Date('2026-10-05') },
      { ...review, text: 'Other' },
      { ...review, rating: 4 },
      { ...review, postedOn: null },
    ].map((parts) => derivedExternalId(parts));
    expect(new Set(ids).size).toBe(6);
  });
});

describe('derivedIds', () => {
  it('gives different ids to equal reviews without text, and the same id to equal reviews with text', () => {
    const silent = { ...review, text: '' };
    expect(new Set(derivedIds([silent, silent, silent])).size).toBe(3);
    expect(derivedIds([silent, silent])).toEqual(derivedIds([silent, silent]));
    expect(new Set(derivedIds([review, review])).size).toBe(1);
  });
});

describe('pageIds', () => {
  const item = { ...review, id: 'g' };
  const other = { ...item, text: 'Stale' };

  it('takes a native id that one review has, and derived ids for several that share one', () => {
    expect(pageIds([item, { ...other, id: 'h' }])).toMatchObject([
      { externalId: 'g', idKind: 'native' },
      { externalId: 'h', idKind: 'native' },
    ]);
    expect(pageIds([item, other])).toEqual([
      { externalId: derivedExternalId(item), idKind: 'derived', otherId: 'g' },
      { externalId: derivedExternalId(other), idKind: 'derived', otherId: 'g' },
    ]);
    expect(pageIds([{ ...item, id: '' }])).toEqual([
      { externalId: derivedExternalId(item), idKind: 'derived' },
    ]);
  });

  it('drops a second one of a review first, so that it keeps its native id', () => {
    expect(pageIds([item, item])).toEqual([
      { externalId: 'g', idKind: 'native', otherId: derivedExternalId(item) },
      null,
    ]);
    expect(pageIds([item, other, item]).map((id) => id?.idKind)).toEqual(['derived', 'derived', undefined]);
  });
});

describe('lastingId', () => {
  const item = { ...review, id: 'g' };
  const other = { ...item, text: 'Stale' };

  /** Reads pages one after another, and returns the ids of the reviews on each. Each id is known with its text from then on. */
  function idsOf(...pages: (typeof item)[][]): string[][] {
    const stored = new Map<string, string>();
    return pages.map((page) => {
      const ids = pageIds(page).map((id, index) =>
        lastingId(id as PageId, {
          has: (one) => stored.has(one),
          isSame: (one) => stored.get(one) === page[index]?.text,
        }),
      );
      ids.forEach((id, index) => stored.set(id, page[index]?.text ?? ''));
      return ids;
    });
  }

  it('keeps the ids of reviews while others with the same native id appear and leave', () => {
    const derived = derivedExternalId(other);
    expect(idsOf([item], [item, other], [other], [item, other], [item])).toEqual([
      ['g'],
      ['g', derived],
      [derived],
      ['g', derived],
      ['g'],
    ]);
  });

  it('keeps the ids of reviews that shared their native id from the first page on', () => {
    const derived = [derivedExternalId(item), derivedExternalId(other)];
    expect(idsOf([item, other], [item], [other])).toEqual([derived, [derived[0]], [derived[1]]]);
  });

  it('keeps the native id of a review that was edited', () => {
    expect(idsOf([item], [other])).toEqual([['g'], ['g']]);
  });
});

describe('seenReviewHash', () => {
  const content: HashedContent = {
    text: 'Good',
    fromName: 'Noa',
    ratingValue: 5,
    ratingScale: 5,
    media: [{ type: 'image', url: 'https://cdn.example/a.jpg?sig=1' }],
    reply: null,
    removed: false,
  };

  it('ignores the query of a media URL, because signatures rotate', () => {
    const rotated = { ...content, media: [{ type: 'image', url: 'https://cdn.example/a.jpg?sig=2' }] };
    expect(seenReviewHash(rotated)).toBe(seenReviewHash(content));
  });

  it.each([
    ['text', { text: 'Bad' }],
    ['author', { fromName: 'Lea' }],
    ['rating', { ratingValue: 4 }],
    ['media', { media: [] }],
    ['reply', { reply: { text: 'Thanks' } }],
    ['removal', { removed: true }],
  ])('changes if the %s changes', (_name, change) => {
    expect(seenReviewHash({ ...content, ...change })).not.toBe(seenReviewHash(content));
  });
});
