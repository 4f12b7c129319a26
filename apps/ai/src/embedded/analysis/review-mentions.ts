import {
  INSIGHTS_LANGUAGES,
  type InsightsLanguage,
  isInsightsLanguage,
} from '../../generation/insights-languages';
import { MAX_READ_TEXT, type SourceReview } from '../../generation/source-review';
import { isSuspicious } from '../../generation/suspicious-text';
import { languageOf } from '../../language/text-language';
import { clearlyVotedLanguage } from '../../language/voted-language';
import { type Lexicon, lexiconOf } from '../lexicon/lexicon';
import type { Aspect, AspectMention, Polarity } from './aspect-finding';
import { clausesOf, sentencesOf } from './clauses';
import { hitsOf, partsOf } from './hits';
import { judgementOf, type PartJudgement } from './judgements';

/** In a clause of so few words, the stars say what the review thinks: "Breakfast!" */
const MAX_BARE_WORDS = 4;

interface Part extends PartJudgement {
  words: number;
}

/**
 * Returns what a review praises and criticises, each aspect at most once in each way, in the order of the text. Returns nothing for a
 * text that looks like an instruction, and for languages without a lexicon.
 */
export function mentionsOf(review: SourceReview): AspectMention[] {
  const text = review.text.slice(0, MAX_READ_TEXT);
  if (isSuspicious(text)) return [];
  const sentences = sentencesOf(text);
  const language = lexiconLanguage(text, review.language);
  const found = new Map<string, AspectMention>();
  for (const sentence of sentences) {
    const spoken = sentences.length > 1 ? (clearlyVotedLanguage(sentence) ?? language) : language;
    for (const mention of spoken === null ? [] : mentionsIn(sentence, lexiconOf(spoken), review.star)) {
      found.set(`${mention.aspect} ${mention.polarity}`, mention);
    }
  }
  return [...found.values()];
}

/** A text that is too short to tell its language is read in the language in which it has the most words that we know. */
function lexiconLanguage(text: string, stored: string | null): InsightsLanguage | null {
  const primary = stored?.slice(0, 2).toLowerCase() ?? '';
  const told = languageOf(text) ?? primary;
  if (isInsightsLanguage(told)) return told;
  if (told !== '') return null;
  const hits = INSIGHTS_LANGUAGES.map(
    (language) => hitsOf(clausesOf(text).flat(), lexiconOf(language)).length,
  );
  const most = Math.max(...hits);
  return most === 0 ? null : (INSIGHTS_LANGUAGES[hits.indexOf(most)] ?? null);
}

function mentionsIn(sentence: string, lexicon: Lexicon, star: number | null): AspectMention[] {
  const parts = clausesOf(sentence).flatMap((words) => {
    // Parts without a hit are no part of the sentence: "The breakfast, in my opinion, was awful."
    const split = partsOf(hitsOf(words, lexicon)).filter((hits) => hits.length > 0);
    return split.map((hits): Part => ({ ...judgementOf(hits, lexicon), words: words.length }));
  });
  return parts.flatMap((part, at) => [...part.mentions, ...judgedLater(part, parts[at + 1], star)]);
}

/** What a part leaves open, the opinion in the next one says. */
function judgedLater(part: Part, next: Part | undefined, star: number | null): AspectMention[] {
  const isContinued = next && next.opinion !== null && next.mentions.length === 0;
  const polarity = isContinued ? next.opinion : part.words <= MAX_BARE_WORDS ? polarityOfStars(star) : null;
  return polarity ? part.unjudged.map((aspect: Aspect) => ({ aspect, polarity })) : [];
}

function polarityOfStars(star: number | null): Polarity | null {
  if (star === null || star === 3) return null;
  return star > 3 ? 'positive' : 'negative';
}
