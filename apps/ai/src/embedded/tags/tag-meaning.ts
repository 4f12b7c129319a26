import { INSIGHTS_LANGUAGES } from '../../generation/insights-languages';
import type { SourceReview } from '../../generation/source-review';
import { foldedText, wordsOf } from '../../language/folded-text';
import { ASPECTS, type Aspect, type Polarity } from '../analysis/aspect-finding';
import { aspectLabel } from '../analysis/aspect-labels';
import { mentionsOf } from '../analysis/review-mentions';
import tagWords from './tag-words.json';

export type Feeling = Polarity | 'neutral';

/** What a tag means, as far as its name says so. */
export interface TagMeaning {
  /** Folded, without articles and the like. */
  words: readonly string[];
  /** What `Complaints` or `Positive` says. Null for a name without such a word. */
  feeling: Feeling | null;
  /** The aspects that it names, with what it says about each. Null if it does not judge, as in `Delivery`. */
  aspects: ReadonlyMap<Aspect, Polarity | null>;
}

const FILLERS = new Set(tagWords.fillers.split(' '));
const FEELINGS = feelings();
const LABELS = labels();

/** Reads the name of a tag in any of our languages. */
export function tagMeaning(name: string): TagMeaning {
  const words = wordsOf(foldedText(name)).filter((word) => !FILLERS.has(word));
  const feeling = words.map((word) => FEELINGS.get(word)).find((found) => found !== undefined) ?? null;
  const labelled = LABELS.get(foldedText(name).trim());
  const thing = words.filter((word) => !FEELINGS.has(word)).join(' ');
  const aspects = labelled ? new Map([[labelled, null]]) : aspectsIn(thing);
  return { words, feeling, aspects };
}

/**
 * Reads the name as a review of one star and of five. What it says under both is its own judgement, and not that of the stars.
 */
function aspectsIn(name: string): Map<Aspect, Polarity | null> {
  const found = new Map<Aspect, Polarity | null>();
  for (const language of INSIGHTS_LANGUAGES) {
    const review: SourceReview = { id: 0, star: null, text: name, language, posted_on: '' };
    const mentions = [1, 5].flatMap((star) => mentionsOf({ ...review, star }));
    for (const { aspect, polarity } of mentions) {
      const known = found.get(aspect);
      found.set(aspect, known === undefined || known === polarity ? polarity : null);
    }
  }
  return found;
}

function feelings(): Map<string, Feeling> {
  const of = (feeling: Feeling) => tagWords[feeling].split(' ').map((word) => [word, feeling] as const);
  return new Map([...of('positive'), ...of('negative'), ...of('neutral')]);
}

function labels(): Map<string, Aspect> {
  const names = (aspect: Aspect) =>
    INSIGHTS_LANGUAGES.map(
      (language) => [foldedText(aspectLabel(aspect, 'negative', language)), aspect] as const,
    );
  return new Map(ASPECTS.flatMap(names));
}
