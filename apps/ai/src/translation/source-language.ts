import { languageOf } from '../language/text-language';
import { primaryOf, variantOf } from './providers/language-codes';

/**
 * Returns the language of a text as ISO 639-1, or null if it is unknown. What the text looks like counts more than what is
 * stored with it, because platforms often report the language of the author's account.
 */
export function sourceLanguage(text: string, stored: string | null): string | null {
  const detected = languageOf(text);
  if (detected !== null) return primaryOf(detected);
  return stored === null || !/^[a-z]{2,3}([-_]|$)/i.test(stored) ? null : primaryOf(stored);
}

/**
 * Returns true if a text with this source language needs no translation into `target`. Two variants of a language are the same,
 * unless both are known and differ: a text in `pt-PT` is translated into `pt-BR`, one in `pt` is not.
 */
export function isInLanguage(source: string | null, stored: string | null, target: string): boolean {
  if (source === null || source !== primaryOf(target)) return false;
  const variant = stored !== null && primaryOf(stored) === source ? variantOf(stored) : null;
  const wanted = variantOf(target);
  return variant === null || wanted === null || variant === wanted;
}
