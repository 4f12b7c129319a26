import { isInsightsLanguage } from '../../generation/insights-languages';
import { languageOf } from '../../language/text-language';
import { LlmFailure } from '../llm-failure';
import { plainWords } from './word-runs';

/** The language of a shorter text is a guess. */
const MIN_WORDS = 6;

/** Languages that a detector confuses. */
const RELATED: readonly (readonly string[])[] = [
  ['no', 'nb', 'nn', 'da', 'sv'],
  ['cs', 'sk'],
  ['hr', 'sr', 'bs', 'sl', 'mk', 'bg'],
  ['ru', 'uk', 'be', 'bg', 'mk', 'sr'],
  ['id', 'ms', 'jv'],
  ['nl', 'af'],
  ['es', 'gl', 'ca', 'eu'],
  ['pt', 'gl'],
  ['it', 'co'],
  ['de', 'lb'],
  ['he', 'iw'],
  ['fa', 'ar', 'ur', 'ps'],
  ['hi', 'mr', 'ne'],
  ['tr', 'az'],
  ['et', 'fi'],
];

/** Throws an LlmFailure if the text is clearly in another language than the wanted one. */
export function assertLanguage(text: string, wanted: string | null): void {
  if (wanted === null || plainWords(text).length < MIN_WORDS) return;
  const found = languageOf(text);
  if (found === null || found === wanted || areConfused(found, wanted)) return;
  throw new LlmFailure('wrong_language', `The model wrote in ${found} instead of ${wanted}.`);
}

/** The six languages of insights are told apart by their own words. */
function areConfused(found: string, wanted: string): boolean {
  if (isInsightsLanguage(found) && isInsightsLanguage(wanted)) return false;
  return RELATED.some((group) => group.includes(found) && group.includes(wanted));
}
