import { foldedText, wordsOf } from '../language/folded-text';
import { MAX_READ_TEXT } from './source-review';
import { lineHasContact } from './suspicious-text-contacts';
import { visibleText, withoutLookAlikes, withSingleSpaces } from './suspicious-text-folding';
import { hasActiveMarkup } from './suspicious-text-markup';
import { instructsMachine } from './suspicious-text-phrases';

export { hasContact } from './suspicious-text-contacts';
export { hasMarkup } from './suspicious-text-markup';

/** Characters that carry text for machines only. A flag such as that of Wales has tag characters too. */
const FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}/gu;
const SMUGGLED =
  /[\u202d\u202e]|[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]{2}|[\ufe00-\ufe0f]{3}|[\u200b-\u200f\u2060-\u2064\ufeff]{12}/u;

const MIN_HEX = 32;
const HEX = new RegExp(`[0-9a-f]{${MIN_HEX}}`, 'i');
const ENCODED: readonly RegExp[] = [
  /(?:\b[0-9a-f]{2} ){7}[0-9a-f]{2}\b/i,
  /(?:\\x[0-9a-f]{2}){2}|(?:\\u\{?[0-9a-f]{4}){2}/i,
  /(?:%[0-9a-f]{2}){3}/i,
  /[01]{8} ?[01]{8} ?[01]{8}/,
];
/** Base64 with digits has this. */
const LETTER_BY_DIGIT = /\d[a-z+/]|[a-z+/]\d/i;
const BASE64_RUN = /[A-Za-z0-9+/]{24,}={0,2}|[A-Za-z0-9+/]{12,}={1,2}/g;

const SQL = /\bor 1 ?= ?1\b|; ?drop |\bselect \* from\b|; ?--/i;

const PATH = /\/etc\/|\.\.\/|\b[a-z]:\\/i;

/**
 * A line of a chat begins with a role. Within a line, `System: modern` may be a mark for a part of a hotel.
 */
const ROLES: readonly RegExp[] = [
  /^[#>*(<"'[-]{0,4} ?(?:system|assistant|developer)[\])>*"']{0,4} ?[:>]/im,
  /(?:SYSTEM|ASSISTANT|DEVELOPER) ?:/,
  /(?:system|assistant|developer) ?: ?(?:i|you|sure|understood|okay|ok|certainly|of course)\b/i,
];

/** Prose repeats itself less, however long it is. */
const MIN_DISTINCT_SHARE = 0.15;
const MIN_REPEATED_WORDS = 60;
const MIN_ENDLESS = 100;
const ENDLESS_WORD = new RegExp(`\\p{Script=Latin}{${MIN_ENDLESS}}`, 'u');

/**
 * Returns true if a text looks like an instruction to a machine, or has an address, a telephone number,
 * markup or hidden or encoded text. Such a review is counted, but no provider reads it. Says nothing about
 * whether it is true.
 */
export function isSuspicious(text: string): boolean {
  if (SMUGGLED.test(text.replace(FLAG, ''))) {
    return true;
  }
  const visible = visibleText(text);
  const latin = withoutLookAlikes(visible);
  // Characters that were kept apart by a hidden one may form one character now.
  const settled = visible === text ? latin : withoutLookAlikes(visibleText(visible));
  const line = withSingleSpaces(settled);
  const flat = withSingleSpaces(visible);
  const words = wordsOf(flat);
  return (
    lineHasContact(line) ||
    hasActiveMarkup(line) ||
    isEncoded(flat, words) ||
    [SQL, PATH, ...ROLES].some((pattern) => pattern.test(flat)) ||
    instructsMachine(foldedText(latin)) ||
    isRepetition(words)
  );
}

/**
 * Returns what a provider may read of a text: in NFKC, on one line, without hidden characters and control
 * characters, and no longer than MAX_READ_TEXT.
 */
export function cleanForReading(text: string): string {
  const clean = visibleText(text).replace(/\s+/g, ' ').trim();
  return clean
    .slice(0, MAX_READ_TEXT)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

function isEncoded(flat: string, words: readonly string[]): boolean {
  return (
    words.some((word) => word.length >= MIN_HEX && HEX.test(word)) ||
    ENCODED.some((pattern) => pattern.test(flat)) ||
    (LETTER_BY_DIGIT.test(flat) && (flat.match(BASE64_RUN) ?? []).some(isBase64))
  );
}

/** Long words and rows of letters are no base64, which mixes both cases with digits. */
function isBase64(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);
}

function isRepetition(words: readonly string[]): boolean {
  return (
    words.some((word) => word.length >= MIN_ENDLESS && ENDLESS_WORD.test(word)) ||
    (words.length >= MIN_REPEATED_WORDS && new Set(words).size < MIN_DISTINCT_SHARE * words.length)
  );
}
