import { seenReviewHash, derivedExternalId, derivedIds, type HashedContent } from './identity';

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
