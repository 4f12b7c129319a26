import type { InsightsLanguage } from '../../../generation/insights-languages';
import type { SourceReview } from '../../../generation/source-review';
import { cleanForReading } from '../../../generation/suspicious-text';
import { foldedText } from '../../../language/folded-text';
import { votedLanguage } from '../../../language/voted-language';
import type { Polarity } from '../../analysis/aspect-finding';
import { mentionsOf } from '../../analysis/review-mentions';
import { wordsIn } from '../words';
import { isQuotable, saysEnough, sentencesOf } from './quotable';

/** The most sentences among which quotes are chosen, because each is compared with each. */
const MAX_CANDIDATES = 300;
/** The most of one review, so that a long one does not crowd out the others. */
const MAX_CANDIDATES_PER_REVIEW = 5;

/** A sentence that names no aspect tells the reader less. */
const GENERAL_WEIGHT = 0.5;
/** So does one in another language than that of the summary. */
const FOREIGN_WEIGHT = 0.6;

/** A sentence that a summary may quote. */
export interface Candidate {
  reviewId: number;
  text: string;
  polarity: Polarity;
  /** How much it tells the reader of the summary, from 0 to 1. */
  weight: number;
  /** Folded. */
  words: readonly string[];
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Returns the sentences of the newest reviews that praise or criticise. None of the reviews may be suspicious. `language` is that
 * of the summary.
 */
export function candidateSentences(
  reviews: readonly SourceReview[],
  language: InsightsLanguage,
): Candidate[] {
  const found: Candidate[] = [];
  for (const review of reviews) {
    found.push(...candidatesOf(review, language));
    if (found.length >= MAX_CANDIDATES) break;
  }
  return found.slice(0, MAX_CANDIDATES);
}

function candidatesOf(review: SourceReview, wanted: InsightsLanguage): Candidate[] {
  const language = languageOf(review);
  const weight = language === wanted ? 1 : FOREIGN_WEIGHT;
  const found: Candidate[] = [];
  for (const sentence of sentencesOf(review.text, sentences)) {
    const text = cleanForReading(sentence);
    const candidate = isQuotable(text, language) ? candidateOf(review, text, weight) : null;
    if (candidate) found.push(candidate);
    if (found.length === MAX_CANDIDATES_PER_REVIEW) break;
  }
  return found;
}

function languageOf({ language, text }: SourceReview): string | null {
  return language?.split('-')[0]?.toLowerCase() ?? votedLanguage(text);
}

/** Returns null if the sentence says too little, or the opposite of the stars. */
function candidateOf(review: SourceReview, text: string, weight: number): Candidate | null {
  const mentions = mentionsOf({ ...review, text });
  const balance = mentions.reduce((sum, { polarity }) => sum + (polarity === 'positive' ? 1 : -1), 0);
  const polarity = polarityOf(balance, review.star);
  const said = wordsIn(foldedText(text));
  if (!polarity || !saysEnough(said)) return null;
  return {
    reviewId: review.id,
    text,
    polarity,
    weight: mentions.length > 0 ? weight : weight * GENERAL_WEIGHT,
    words: said,
  };
}

/** The sign of `balance` is what the sentence says. The stars decide if it says nothing, and must not contradict it. */
function polarityOf(balance: number, star: number | null): Polarity | null {
  const stars = star === null ? 0 : Math.sign(Math.round(star) - 3);
  if (stars * balance < 0) return null;
  const sum = Math.sign(stars + balance);
  if (sum === 0) return null;
  return sum > 0 ? 'positive' : 'negative';
}
