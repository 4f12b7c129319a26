/** So many new reviews with text make what was written before out of date. */
export const MANY_NEW_REVIEWS = 5;

const MAX_AGE_MS = 30 * 86_400_000;
/** A model that failed is tried again after this time. */
const MAX_FALLBACK_AGE_MS = 3_600_000;

/** What says how old a stored text is. */
export interface DatedText {
  generated_on: Date;
  config_key: string;
  /** True if the embedded provider wrote it although a model is configured. */
  fallback: boolean;
  last_review_id: number;
}

/** How things are now. */
export interface PresentState {
  now: Date;
  configKey: string;
  /** Reviews with text above `last_review_id`; those beyond {@link MANY_NEW_REVIEWS} need not be counted. */
  newReviews: number;
}

/** Returns true if a text should be written again. One that used a review which was edited or deleted since is not stored any more. */
export function isOutdated(text: DatedText, { now, configKey, newReviews }: PresentState): boolean {
  if (text.config_key !== configKey || newReviews >= MANY_NEW_REVIEWS) return true;
  const age = now.getTime() - text.generated_on.getTime();
  return age > (text.fallback ? MAX_FALLBACK_AGE_MS : MAX_AGE_MS);
}
