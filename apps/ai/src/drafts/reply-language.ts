import { isInsightsLanguage } from '../generation/insights-languages';
import type { SourceReview } from '../generation/source-review';
import { languageOf } from '../language/text-language';

const DEFAULT_LANGUAGE = 'en';

/**
 * Returns the language of a review as ISO 639-1: the one that its owner stored, otherwise that of its text, otherwise English. A
 * provider that writes six languages answers others in English.
 */
export function languageToReplyIn(
  { language, text }: Pick<SourceReview, 'language' | 'text'>,
  writesAny: boolean,
): string {
  const stored = /^([a-z]{2})(?![a-z])/.exec(language?.toLowerCase() ?? '')?.[1];
  const own = stored ?? languageOf(text) ?? DEFAULT_LANGUAGE;
  return writesAny ? own : embeddedLanguage(own);
}

/** Returns the language in which the embedded provider answers if it was asked for this one. */
export function embeddedLanguage(language: string): string {
  return isInsightsLanguage(language) ? language : DEFAULT_LANGUAGE;
}
