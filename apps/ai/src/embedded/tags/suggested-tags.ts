import { type GeneratedTags, MAX_OFFERED_TAGS, type TagsTask } from '../../generation/generated';
import { isReadableText, type SourceReview } from '../../generation/source-review';
import { isSuspicious } from '../../generation/suspicious-text';
import { foldedText, wordsOf } from '../../language/folded-text';
import type { Aspect, AspectMention, Polarity } from '../analysis/aspect-finding';
import { mentionsOf } from '../analysis/review-mentions';
import { type Feeling, tagMeaning, type TagMeaning } from './tag-meaning';
import { isSameWord } from './same-word';

const MAX_TAGS = 5;

/** The words of the name are in the text. */
const NAMED = 3;
/** The review says the same about the aspect as the tag. */
const SAME_JUDGEMENT = 3;
/** The review says something about the aspect, and the tag does not judge. */
const SAME_ASPECT = 2;
/** The stars say what the tag says. */
const SAME_FEELING = 1;

/** The part of a name's words that the text must have. */
const MIN_PART_OF_NAME = 2 / 3;

/** What is known of the review. A text that must not be trusted leaves only the stars. */
interface ReadReview {
  words: readonly string[];
  mentions: readonly AspectMention[];
  feeling: Feeling | null;
}

/**
 * Chooses the tags whose names say what the review says, the best first. Of equal ones, the first offered comes first. Suspicious
 * text counts for nothing; tags that follow from the stars remain.
 */
export function suggestedTags({ review, tags }: TagsTask): GeneratedTags {
  const read = readReview(review);
  const scored = tags
    .slice(0, MAX_OFFERED_TAGS)
    .map(({ id, name }) => ({ id, score: scoreOf(tagMeaning(name), read) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return { ids: scored.slice(0, MAX_TAGS).map(({ id }) => id) };
}

function readReview(review: SourceReview): ReadReview {
  const isTrusted = isReadableText(review.text) && !isSuspicious(review.text);
  return {
    words: isTrusted ? [...new Set(wordsOf(foldedText(review.text)))] : [],
    mentions: isTrusted ? mentionsOf(review) : [],
    feeling: feelingOf(review.star),
  };
}

function feelingOf(star: number | null): Feeling | null {
  if (star === null) return null;
  const balance = Math.round(star) - 3;
  if (balance === 0) return 'neutral';
  return balance > 0 ? 'positive' : 'negative';
}

function scoreOf(tag: TagMeaning, review: ReadReview): number {
  if (tag.aspects.size === 0 && tag.feeling !== null)
    return tag.feeling === review.feeling ? SAME_FEELING : 0;
  const judgements = [...tag.aspects].map(([aspect, judgement]) =>
    judgementScore(judgement ?? polarityOf(tag.feeling), polaritiesOf(aspect, review.mentions)),
  );
  if (judgements.some((score) => score < 0)) return 0;
  return Math.max(0, ...judgements) + (isNamed(tag.words, review.words) ? NAMED : 0);
}

function polarityOf(feeling: Feeling | null): Polarity | null {
  return feeling === 'neutral' ? null : feeling;
}

function polaritiesOf(aspect: Aspect, mentions: readonly AspectMention[]): Polarity[] {
  return mentions.filter((mention) => mention.aspect === aspect).map(({ polarity }) => polarity);
}

/** Returns a negative number if the review says only the opposite, so that `Friendly staff` does not go to a complaint. */
function judgementScore(judgement: Polarity | null, said: readonly Polarity[]): number {
  if (said.length === 0) return 0;
  if (judgement === null) return SAME_ASPECT;
  return said.includes(judgement) ? SAME_JUDGEMENT : -1;
}

function isNamed(name: readonly string[], text: readonly string[]): boolean {
  const found = name.filter((word) => text.some((other) => isSameWord(word, other))).length;
  return name.length > 0 && found / name.length >= MIN_PART_OF_NAME;
}
