import { createHash } from 'node:crypto';
import { foldText } from './text';

function digest(parts: readonly unknown[], bytes: number): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, bytes).toString('hex');
}

interface IdentityWords {
  author: string;
  text: string;
  rating: number | null;
}

interface IdentityParts extends IdentityWords {
  /** The posting date, or null if the source does not give the day. */
  postedOn: Date | null;
}

/**
 * Returns an external id for a review that has none on its platform: a hash of author, day, rating and the first 300
 * characters, all folded. Pass `ordinal`, the position among equal reviews of a page, to tell reviews without text apart.
 */
export function derivedExternalId(review: IdentityParts, ordinal = 0): string {
  return derivedIdOn(review)(review.postedOn?.toISOString().slice(0, 10) ?? '', ordinal);
}

/** Returns a function that returns the derived id of these words on a day such as `2026-01-31`, or without one if it is empty. */
export function derivedIdOn({
  author,
  text,
  rating,
}: IdentityWords): (day: string, ordinal?: number) => string {
  const name = foldText(author);
  const words = foldText(text).slice(0, 300);
  return (day, ordinal = 0) =>
    `derived:${digest([name, day, words, rating, words === '' ? ordinal : 0], 20)}`;
}

/** Returns the derived ids of the reviews of a page. Equal reviews without text get different ids. */
export function derivedIds(reviews: readonly IdentityParts[]): string[] {
  const seen = new Map<string, number>();
  return reviews.map((review) => {
    const first = derivedExternalId(review);
    const ordinal = seen.get(first) ?? 0;
    seen.set(first, ordinal + 1);
    return ordinal === 0 ? first : derivedExternalId(review, ordinal);
  });
}

/** The id of a review on its page. */
export interface PageId {
  externalId: string;
  idKind: 'native' | 'derived';
  /** The id that the review had if the page showed other reviews beside it. Absent if it would be the same. */
  otherId?: string;
}

/**
 * Returns the ids of the reviews of a page whose native ids may come from a template. Several different reviews with one native
 * id get derived ids. Returns null for a review that the page shows a second time: it has the same native id and the same content.
 *
 * A page shows different reviews on different days. So the ids of a review depend on its neighbours, and `otherId` has the one
 * that it does not get. {@link lastingId} decides between them.
 */
export function pageIds(reviews: readonly (IdentityParts & { id: string })[]): (PageId | null)[] {
  const derived = derivedIds(reviews);
  const contents = new Map<string, Set<string>>();
  const isTwin = reviews.map(({ id }, index) => {
    const content = derived[index] ?? '';
    const known = contents.get(id) ?? new Set();
    contents.set(id, known);
    return id !== '' && known.size === known.add(content).size;
  });
  return reviews.map(({ id }, index) => {
    const content = derived[index] ?? '';
    if (isTwin[index]) return null;
    if (id === '') return { externalId: content, idKind: 'derived' };
    return contents.get(id)?.size === 1
      ? { externalId: id, idKind: 'native', otherId: content }
      : { externalId: content, idKind: 'derived', otherId: id };
  });
}

/**
 * Returns the id under which a review is stored: the derived one if it is known, the native one if that is known with the same
 * content, and otherwise the one of the page. So a review keeps its id when another one with its native id appears or leaves.
 */
export function lastingId(
  { externalId, idKind, otherId }: PageId,
  known: { has(id: string): boolean; isSame(id: string): boolean },
): string {
  if (otherId === undefined) return externalId;
  const [native, derived] = idKind === 'native' ? [externalId, otherId] : [otherId, externalId];
  if (known.has(derived)) return derived;
  return known.isSame(native) ? native : externalId;
}

interface Media {
  type: string;
  url: string;
}

export interface HashedContent {
  text: string;
  fromName: string;
  ratingValue: number | null;
  ratingScale: number;
  media: readonly Media[];
  reply: { text: string } | null;
  removed: boolean;
}

/**
 * Returns the hash that `seen_reviews` stores to recognise a changed review. It covers what a reader sees: text, rating,
 * author, media, reply and removal. It ignores dates, because relative ones change every day, and the queries of media URLs,
 * because signatures rotate.
 */
export function seenReviewHash(review: HashedContent): string {
  const media = review.media.map(({ type, url }) => [type, url.split('?', 1)[0]]);
  return digest(
    [
      review.text,
      review.fromName,
      review.ratingValue,
      review.ratingScale,
      media,
      review.reply?.text ?? null,
      review.removed,
    ],
    16,
  );
}
