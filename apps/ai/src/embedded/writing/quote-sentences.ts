import type { InsightsLanguage } from '../../generation/insights-languages';
import type { SourceReview } from '../../generation/source-review';
import type { Opening, SummarySentence, WordBudget } from './opening-sentences';
import { type Candidate, candidateSentences } from './quotes/candidate-sentences';
import { praiseShare, QuoteChoice } from './quotes/quote-choice';
import { SUMMARY_TEXTS, type SummaryTexts } from './summary-texts';
import { wordCount } from './words';

interface QuoteTask {
  /** None of them is suspicious. */
  reviews: readonly SourceReview[];
  opening: Opening;
  language: InsightsLanguage;
  budget: WordBudget;
}

/** More quotes than these are a list of reviews. */
const MAX_QUOTES = 12;

/** Quotes reviews until the summary has about as many words as the target. Returns praise and criticism, each with its quotes. */
export function quoteSentences({ reviews, opening, language, budget }: QuoteTask): SummarySentence[] {
  const texts = SUMMARY_TEXTS[language];
  const words = opening.sentences.reduce((sum, { text }) => sum + wordCount(text), 0);
  if (words >= budget.target) return [];
  const candidates = candidateSentences(reviews, language);
  const choice = new QuoteChoice(candidates, praiseShare(reviews, candidates));
  const chosen = chosenQuotes(choice, texts, { target: budget.target - words, max: budget.max - words });
  const groups = [groupOf('positive', chosen, texts), groupOf('negative', chosen, texts)];
  return (opening.isCritical ? groups.toReversed() : groups).filter(
    ({ statements }) => statements.length > 0,
  );
}

/** Chooses quotes as long as each brings the number of words closer to the target. */
function chosenQuotes(choice: QuoteChoice, texts: SummaryTexts, left: WordBudget): Candidate[] {
  const chosen: Candidate[] = [];
  let words = 0;
  const wordsWith = (candidate: Candidate): number => {
    const isFirst = chosen.every(({ polarity }) => polarity !== candidate.polarity);
    return (
      words +
      wordCount(quoted(candidate, texts)) +
      (isFirst ? wordCount(introductionOf(candidate.polarity, texts)) : 0)
    );
  };
  const fits = (candidate: Candidate): boolean => {
    const after = wordsWith(candidate);
    return after <= left.max && after - left.target < left.target - words;
  };
  while (chosen.length < MAX_QUOTES) {
    const next = choice.next(fits);
    if (!next) break;
    words = wordsWith(next);
    chosen.push(next);
  }
  return chosen;
}

function introductionOf(polarity: Candidate['polarity'], texts: SummaryTexts): string {
  return polarity === 'positive' ? texts.positive_quotes : texts.negative_quotes;
}

function groupOf(
  polarity: Candidate['polarity'],
  chosen: readonly Candidate[],
  texts: SummaryTexts,
): SummarySentence {
  const quotes = chosen.filter((candidate) => candidate.polarity === polarity);
  return {
    text: [introductionOf(polarity, texts), ...quotes.map((quote) => quoted(quote, texts))].join(' '),
    statements: quotes.map(({ text, reviewId }) => ({ text, review_ids: [reviewId] })),
  };
}

/** A sentence without a mark at its end gets a full stop after the quotation. */
function quoted({ text }: Candidate, { quotation_marks: [before = '', after = ''] }: SummaryTexts): string {
  return `${before}${text}${after}${/[.!?…。！？]$/u.test(text) ? '' : '.'}`;
}
