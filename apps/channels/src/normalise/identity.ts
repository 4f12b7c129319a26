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
