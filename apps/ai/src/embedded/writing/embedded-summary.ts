import type { GeneratedSummary, Statement, SummaryTask } from '../../generation/generated';
import { type InsightsLanguage, isInsightsLanguage } from '../../generation/insights-languages';
import type { SourceReview } from '../../generation/source-review';
import { isSuspicious } from '../../generation/suspicious-text';
import { languageOfMost } from '../../language/text-language';
import { aspectFindings } from '../analysis/aspect-findings';
import { openingSentences } from './opening-sentences';
import { quoteSentences } from './quote-sentences';
import { summaryItems } from './summary-items';
import { SUMMARY_TEXTS } from './summary-texts';

/** The most reviews that stand behind one statement: the newest ones. */
export const MAX_EVIDENCE_IDS = 100;
/** Quotes and the language of the summary come from so many of the newest reviews. Aspects are counted in all of them. */
const MAX_QUOTED_REVIEWS = 500;
/** A summary may be longer than asked for by this factor, so that it ends with a sentence. */
const LENGTH_FACTOR = 1.5;

/**
 * Writes a summary by rules: what most customers praise and criticise, then quotes until the length is reached. The same task has
 * the same summary. Suspicious reviews contribute to the number of reviews only.
 */
export function embeddedSummary(task: SummaryTask): GeneratedSummary {
  const reviews = newestTrusted(task.reviews);
  const language = writtenIn(task.language, reviews);
  const budget = { target: task.length, max: Math.floor(task.length * LENGTH_FACTOR) };
  const items = summaryItems(aspectFindings(task.reviews), language);
  const opening = openingSentences({ task, items, texts: SUMMARY_TEXTS[language], budget });
  const quotes = quoteSentences({ reviews, opening, language, budget });
  const written = [...opening.sentences, ...quotes];
  return {
    summary: written.map(({ text }) => text).join(' '),
    written_in: language,
    evidence: written.flatMap(({ statements }) => statements).map(limited),
  };
}

/** Returns the newest reviews that are not suspicious. */
function newestTrusted(reviews: readonly SourceReview[]): SourceReview[] {
  const trusted: SourceReview[] = [];
  for (const review of reviews) {
    if (trusted.length === MAX_QUOTED_REVIEWS) break;
    if (!isSuspicious(review.text)) trusted.push(review);
  }
  return trusted;
}

/** A language that we do not write becomes English, and so does one that nobody knows. */
function writtenIn(language: string, reviews: readonly SourceReview[]): InsightsLanguage {
  const wanted = language === 'auto' ? languageOfMost(reviews) : language;
  return wanted !== null && isInsightsLanguage(wanted) ? wanted : 'en';
}

function limited({ text, review_ids }: Statement): Statement {
  return { text, review_ids: review_ids.slice(0, MAX_EVIDENCE_IDS) };
}
