import { createHash } from 'node:crypto';
import { foldText } from './text';

function digest(parts: readonly unknown[], bytes: number): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, bytes).toString('hex');
}

interface IdentityParts {
  author: string;
  /** The posting date when the source gives one at least to the day. */
  postedOn: Date | null;
  text: string;
  rating: number | null;
}

/**
 * The external id of a review whose platform gives none: author, day, the first 300 characters and the rating, all
 * folded. Reviews without text need `ordinal`, their place among equals on the same page, or they would be one.
 */
export function derivedExternalId(review: IdentityParts, ordinal = 0): string {
  const day = review.postedOn === null ? '' : review.postedOn.toISOString().slice(0, 10);
  const words = foldText(review.text).slice(0, 300);
  return `derived:${digest([foldText(review.author), day, words, review.rating, words === '' ? ordinal : 0], 20)}`;
}

/** Gives every review without a native id its derived one, counting equal textless ones apart. */
export function derivedIds(reviews: readonly IdentityParts[]): string[] {
  const met = new Map<string, number>();
  return reviews.map((review) => {
    const first = derivedExternalId(review);
    const ordinal = met.get(first) ?? 0;
    met.set(first, ordinal + 1);
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
 * Changes when the review changed for a reader: text, rating, author, media, reply, removal. Dates are left out
 * (relative ones move every day), and so are the queries of media addresses (signed ones rotate).
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
