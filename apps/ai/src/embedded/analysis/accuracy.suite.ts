import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InsightsLanguage } from '../../generation/insights-languages';
import type { AspectMention } from './aspect-finding';
import { mentionsOf } from './review-mentions';

/** A review that a person has read and labelled. */
export interface LabelledReview {
  text: string;
  star: number | null;
  mentions: AspectMention[];
  /** Never looked at while the lexicon was written. */
  held_out: boolean;
}

/** How well the mentions that were found agree with the labels. */
export interface Accuracy {
  reviews: number;
  /** Harmonic mean of precision and recall of the aspects, whatever is said about them. */
  f1: number;
  precision: number;
  recall: number;
  /** Share of the aspects that were found for which praise and criticism were told apart. */
  polarity: number;
}

export function labelledReviews(language: InsightsLanguage): LabelledReview[] {
  const path = join(__dirname, 'fixtures', `labelled-reviews.${language}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as LabelledReview[];
}

/** Compares what is found in the reviews with their labels. The language is not told, as for most collected reviews. */
export function accuracyOf(reviews: readonly LabelledReview[]): Accuracy {
  const sum = { found: 0, labelled: 0, both: 0, agreed: 0 };
  for (const { text, star, mentions } of reviews) {
    const found = polarities(mentionsOf({ id: 1, star, text, language: null, posted_on: '' }));
    const labelled = polarities(mentions);
    const both = [...labelled.keys()].filter((aspect) => found.has(aspect));
    sum.found += found.size;
    sum.labelled += labelled.size;
    sum.both += both.length;
    sum.agreed += both.filter((aspect) => found.get(aspect) === labelled.get(aspect)).length;
  }
  const precision = sum.both / sum.found;
  const recall = sum.both / sum.labelled;
  const f1 = (2 * precision * recall) / (precision + recall);
  return { reviews: reviews.length, f1, precision, recall, polarity: sum.agreed / sum.both };
}

/** By aspect: `positive`, `negative`, or both. */
function polarities(mentions: readonly AspectMention[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { aspect, polarity } of [...mentions].sort((a, b) => a.polarity.localeCompare(b.polarity))) {
    const known = found.get(aspect);
    found.set(aspect, known && known !== polarity ? 'both' : polarity);
  }
  return found;
}
