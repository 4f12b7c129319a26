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
import { isSeenLate } from './clock-times';
import { type Hit, hitsOf, partsOf } from './hits';
import { judgedHits, namedIn } from './judged-hits';
import { judgementOf, type PartJudgement } from './judgements';
import { mentionsFrom, type Sign } from './signs';

/** In a clause of so few words, the stars say what the review thinks: "Breakfast!" */
const MAX_BARE_WORDS = 4;
/** The lowest and the highest number of stars speak for longer clauses. */
const MAX_WORDS_OF_EXTREME = 8;

interface Part extends PartJudgement {
  words: number;
  /** True if its clause only names aspects, and is short: "great food, the wine, and the service". */
  isListed: boolean;
  /** True if its clause says what a guest may wish for. */
  isConditional: boolean;
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
  const signs = sentences.flatMap((sentence) => {
    const spoken = sentences.length > 1 ? (clearlyVotedLanguage(sentence) ?? language) : language;
    return spoken === null ? [] : signsIn(sentence, lexiconOf(spoken), review.star);
  });
  return mentionsFrom(signs);
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

function signsIn(sentence: string, lexicon: Lexicon, star: number | null): Sign[] {
  const clauses = clausesOf(sentence);
  let named: Aspect[] = [];
  let isBooked = false;
  const parts = clauses.flatMap((words) => {
    const found = hitsOf(words, lexicon);
    const hits = judgedHits(found, named);
    if (found.length > 0) named = namedIn(found);
    isBooked ||= named.includes('booking');
    // Parts without a hit are no part of the sentence: "The breakfast, in my opinion, was awful."
    const split = partsOf(hits, words.length).filter((part) => part.length > 0);
    const isListed = words.length <= Math.max(MAX_BARE_WORDS, 2 * found.length) && found.every(isName);
    const isConditional = found.some(({ role }) => role.kind === 'condition');
    return split.map((part): Part => ({
      ...judgementOf(part, lexicon),
      words: words.length,
      isListed,
      isConditional,
    }));
  });
  const tones = listTones(parts);
  const signs = parts.flatMap((part, at) => [
    ...(part.isConditional ? wishedSigns(part, parts.slice(at + 1)) : part.signs),
    ...judgedElsewhere(part, bareOpinionOf(parts[at + 1]) ?? tones[at] ?? polarityOfStars(part, star), star),
  ]);
  const isLate = isBooked && isSeenLate(clauses.flat(), lexicon.clock);
  return isLate ? [...signs, { aspect: 'wait', polarity: 'negative', isIndirect: true }] : signs;
}

/** "If you want good pizza, avoid this place" criticises the pizza. */
function wishedSigns({ signs }: Part, following: readonly Part[]): Sign[] {
  const consequence = bareOpinionOf(following.find(({ isConditional }) => !isConditional));
  return consequence === 'negative' ? signs.map((sign) => ({ ...sign, polarity: 'negative' })) : signs;
}

/** Returns what is said elsewhere about the aspects that a part leaves open. */
function judgedElsewhere(part: Part, polarity: Polarity | null, star: number | null): Sign[] {
  if (polarity) return part.unjudged.map((aspect): Sign => ({ aspect, polarity, isIndirect: true }));
  if (star !== null && star > 3) return [];
  return part.denied.map((aspect): Sign => ({ aspect, polarity: 'negative', isIndirect: true }));
}

/** Returns the opinion of a part that says nothing about an aspect of its own: "was awful". */
function bareOpinionOf(part: Part | undefined): Polarity | null {
  return part?.signs.length === 0 ? part.opinion : null;
}

/**
 * Returns for each part what the list says that it stands in: what follows the list ("food, wine and service were great"), or what begins
 * a list that ends the sentence. It is null for parts that stand in none.
 */
function listTones(parts: readonly Part[]): (Polarity | null)[] {
  const before = tonesBefore(parts);
  const after = tonesBefore(parts.toReversed()).toReversed();
  const toneAt = (at: number): Polarity | null | undefined =>
    after[at] === undefined ? before[at] : after[at];
  return parts.map(({ isListed }, at) => (isListed ? (toneAt(at) ?? null) : null));
}

/** Returns for each part the tone of the nearest part up to it that is not a member of a list. Undefined if there is none. */
function tonesBefore(parts: readonly Part[]): (Polarity | null | undefined)[] {
  let tone: Polarity | null | undefined;
  return parts.map((part) => {
    if (!part.isListed) tone = toneOf(part);
    return tone;
  });
}

function toneOf({ opinion, signs }: PartJudgement): Polarity | null {
  const [first] = signs;
  return (
    opinion ?? (first && signs.every(({ polarity }) => polarity === first.polarity) ? first.polarity : null)
  );
}

function polarityOfStars({ words }: Part, star: number | null): Polarity | null {
  const isExtreme = star === 1 || star === 5;
  if (star === null || star === 3 || words > (isExtreme ? MAX_WORDS_OF_EXTREME : MAX_BARE_WORDS)) return null;
  return star > 3 ? 'positive' : 'negative';
}

function isName({ role }: Hit): boolean {
  return role.kind === 'noun' || role.kind === 'conjunction';
}
