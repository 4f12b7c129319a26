import type { InsightsLanguage } from './insights-languages';
import type { SourceReview } from './source-review';

/** One statement and the reviews that say it. */
export interface Statement {
  text: string;
  /** At least one, without repetition, newest first. */
  review_ids: number[];
}

/** `auto` follows the language of most reviews. Other values are ISO 639-1 codes. */
export type SummaryLanguage = string;

export interface SummaryTask {
  language: SummaryLanguage;
  /** Target number of words, 20 to 300. */
  length: number;
  /** Name of the profile. */
  business: string;
  /** Number of the reviews below, and the mean of their ratings on 5 stars; null if none is rated. */
  count: number;
  average: number | null;
  /** Those with text, newest first. At least one. */
  reviews: readonly SourceReview[];
  /** True if a model may repeat what it has written for the same task. Default: it writes anew. */
  mayRepeat?: boolean;
}

export interface GeneratedSummary {
  /** Plain text. */
  summary: string;
  /** The language in which it is written, as ISO 639-1. */
  written_in: string;
  /** Each statement of the summary, in its order, with the reviews behind it. */
  evidence: Statement[];
}

export interface InsightsTask {
  language: InsightsLanguage;
  business: string;
  /** Those with text, newest first. At least five. */
  reviews: readonly SourceReview[];
}

export type Severity = 'recurring' | 'isolated';

export interface Improvement extends Statement {
  severity: Severity;
}

export interface GeneratedInsights {
  /** At most five each, the most frequent first. */
  strengths: Statement[];
  improvements: Improvement[];
}

export const REPLY_TONES = ['professional', 'friendly', 'apologetic'] as const;
export type ReplyTone = (typeof REPLY_TONES)[number];

export interface ReplyTask {
  review: SourceReview;
  /** ISO 639-1. */
  language: string;
  tone: ReplyTone;
  business: string;
}

export interface GeneratedReply {
  /** Plain text with real newlines. */
  text: string;
}

export interface AccountTag {
  id: number;
  name: string;
}

export interface TagsTask {
  review: SourceReview;
  /** The tags of the sub account, at most {@link MAX_OFFERED_TAGS}. */
  tags: readonly AccountTag[];
}

export const MAX_OFFERED_TAGS = 200;

export interface GeneratedTags {
  /** Ids of offered tags, the best first, at most five. */
  ids: number[];
}

/** Severity of a criticism that `reviews` of `textReviews` reviews make. Computed by us, never taken from a model. */
export function severityOf(reviews: number, textReviews: number): Severity {
  return reviews >= Math.max(2, Math.ceil(0.05 * textReviews)) ? 'recurring' : 'isolated';
}
