import type { Statement } from '../generation/generated';

/** What the last POST asked for. Automatic summaries keep it. */
export interface SummaryChoice {
  /** `auto`, or ISO 639-1. */
  language: string;
  /** Target number of words. */
  length: number;
}

export const AUTO = 'auto';
export const DEFAULT_LENGTH = 80;
export const DEFAULT_CHOICE: SummaryChoice = { language: AUTO, length: DEFAULT_LENGTH };

/** A summary as it is stored, with the fields of its entity. */
export interface StoredSummary extends SummaryChoice {
  summary: string;
  written_in: string;
  evidence: Statement[];
  model: string;
  config_key: string;
  fallback: boolean;
  based_on_reviews: number;
  last_review_id: number;
  generated_on: Date;
}

/** The fields of a summary that the API shows. */
export interface ShownSummary {
  summary: string | null;
  language: string;
  based_on_reviews: number;
  generated_on: string | null;
  model: string | null;
  evidence: Statement[];
}

/** Returns what the API shows of a summary. Null stands for a channel without reviews with text. */
export function shownSummary(stored: StoredSummary | null): ShownSummary {
  if (!stored) {
    return {
      summary: null,
      language: AUTO,
      based_on_reviews: 0,
      generated_on: null,
      model: null,
      evidence: [],
    };
  }
  const { summary, language, written_in, based_on_reviews, generated_on, model, evidence } = stored;
  return {
    summary,
    // A model that failed may have been asked for a language that the embedded provider does not write.
    language: language === AUTO ? AUTO : written_in,
    based_on_reviews,
    generated_on: generated_on.toISOString(),
    model,
    evidence,
  };
}

/** Returns the mean of the ratings on 5 stars, or null if no review has one. */
export function averageOf(reviews: readonly { star: number | null }[]): number | null {
  const stars = reviews.map(({ star }) => star).filter((star) => star !== null);
  return stars.length > 0 ? stars.reduce((sum, star) => sum + star, 0) / stars.length : null;
}
