import { wordsOf } from '../language/folded-text';
import { MAX_READ_TEXT } from './source-review';
import { hasContact } from './suspicious-text-contacts';
import { foldedForPhrases, visibleText } from './suspicious-text-folding';
import { hasActiveMarkup } from './suspicious-text-markup';
import { instructsMachine } from './suspicious-text-phrases';

export { hasContact } from './suspicious-text-contacts';
export { hasMarkup } from './suspicious-text-markup';

/** Characters that carry text for machines only. A flag such as that of Wales has tag characters too. */
const FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}/gu;
const SMUGGLED =
  /[\u202d\u202e]|[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]{2}|[\ufe00-\ufe0f]{3}|[\u200b-\u200f\u2060-\u2064\ufeff]{12}/u;

const ENCODED: readonly RegExp[] = [
  /[0-9a-f]{32}/i,
  /(?:\b[0-9a-f]{2} ){7}[0-9a-f]{2}\b/i,
  /(?:\\x[0-9a-f]{2}){2}|(?:\\u\{?[0-9a-f]{4}){2}/i,
  /(?:%[0-9a-f]{2}){3}/i,
  /[01]{8} ?[01]{8} ?[01]{8}/,
];
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
const ENDLESS_WORD = /\p{Script=Latin}{100}/u;

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
  const flat = visible.replace(/[^\S\n]+/g, ' ');
  return (
    hasContact(visible) ||
    hasActiveMarkup(visible) ||
    isEncoded(flat) ||
    [SQL, PATH, ...ROLES].some((pattern) => pattern.test(flat)) ||
    instructsMachine(foldedForPhrases(visible)) ||
    isRepetition(flat)
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

function isEncoded(flat: string): boolean {
  return ENCODED.some((pattern) => pattern.test(flat)) || (flat.match(BASE64_RUN) ?? []).some(isBase64);
}

/** Long words and rows of letters are no base64, which mixes both cases with digits. */
function isBase64(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);
}

function isRepetition(flat: string): boolean {
  const words = wordsOf(flat);
  const repeats =
    words.length >= MIN_REPEATED_WORDS && new Set(words).size < MIN_DISTINCT_SHARE * words.length;
  return repeats || ENDLESS_WORD.test(flat);
}
