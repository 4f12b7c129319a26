/** So many new reviews with text make what was written before out of date. */
export const MANY_NEW_REVIEWS = 5;

const MAX_AGE_MS = 30 * 86_400_000;
/** A model that failed is tried again after this time. */
const MAX_FALLBACK_AGE_MS = 3_600_000;
const GONE_SHARE = 0.2;

/** What says how old a stored text is. */
export interface DatedText {
  generated_on: Date;
  config_key: string;
  /** True if the embedded provider wrote it although a model is configured. */
  fallback: boolean;
  last_review_id: number;
  /** The number of reviews that it was made of. */
  based_on: number;
}

/** How things are now. */
export interface PresentState {
  now: Date;
  configKey: string;
  /** Reviews with text above `last_review_id`; those beyond {@link MANY_NEW_REVIEWS} need not be counted. */
  newReviews: number;
  /** All reviews of the channel with text. */
  readable: number;
}

/** Returns true if a text should be written again. */
export function isOutdated(text: DatedText, { now, configKey, newReviews, readable }: PresentState): boolean {
  if (text.config_key !== configKey || newReviews >= MANY_NEW_REVIEWS) return true;
  const age = now.getTime() - text.generated_on.getTime();
  if (age > (text.fallback ? MAX_FALLBACK_AGE_MS : MAX_AGE_MS)) return true;
  const gone = text.based_on - (readable - newReviews);
  return gone > 0 && gone >= text.based_on * GONE_SHARE;
}
