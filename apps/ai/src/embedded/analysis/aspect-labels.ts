import type { InsightsLanguage } from '../../generation/insights-languages';
import { labelsOf } from '../lexicon/lexicon';
import type { Aspect, Polarity } from './aspect-finding';

/** Returns the name of an aspect, such as `Lage`. A few aspects have another name if they are praised: noise, then quiet. */
export function aspectLabel(aspect: Aspect, polarity: Polarity, language: InsightsLanguage): string {
  const labels = labelsOf(language);
  return labels[`${aspect}_${polarity}`] ?? labels[aspect] ?? aspect;
}
