/** What a provider reads of a review. It contains nothing about the author. */
export interface SourceReview {
  id: number;
  /** 1 to 5; null without a rating. */
  star: number | null;
  text: string;
  /** As the review's owner stored it, in BCP 47; null if unknown. */
  language: string | null;
  /** ISO 8601. */
  posted_on: string;
}

/** The longest text of a review that a provider reads, in UTF-16 units. The rest of a longer one is not analysed. */
export const MAX_READ_TEXT = 5_000;

/** The most reviews that a summary or insights are made of: the newest ones with text. */
export const MAX_READ_REVIEWS = 5_000;

/** Returns true if the text has at least two letters. Emoji, dots and numbers alone are no text. */
export function isReadableText(text: string): boolean {
  return /\p{L}.*\p{L}/su.test(text);
}
