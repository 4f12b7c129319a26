import { foldedText, wordsOf } from '../language/folded-text';
import { PhraseBook } from '../language/phrase-book';
import { reversedText, rotatedText, withoutLeet } from './suspicious-text-folding';
import phrases from './suspicious-phrases.json';

const ANYWHERE = foldedPatterns(phrases.anywhere);
const AT_START = foldedPatterns(phrases.start);

/**
 * The value says where a phrase is an order to a machine. The patterns have no stems, so a pattern backwards is one too. Each text
 * is read once with all forms of a pattern, which takes less than to read three forms of the text.
 */
const PHRASES = new PhraseBook<'anywhere' | 'disguised' | 'at start'>([
  ...ANYWHERE.map((pattern) => [pattern, 'anywhere'] as const),
  ...ANYWHERE.map((pattern) => [rotatedText(pattern), 'disguised'] as const),
  ...ANYWHERE.map((pattern) => [reversedText(pattern), 'disguised'] as const),
  ...AT_START.map((pattern) => [pattern, 'at start'] as const),
]);
const STARTS = new PhraseBook(AT_START.map((pattern) => [pattern, true] as const));
const SKIPPED: ReadonlySet<string> = new Set(phrases.skipped.map(foldedText));
const SQUASHED = new RegExp(phrases.squashed.map(foldedText).join('|'), 'u');

/**
 * Returns true if a folded text addresses a machine, also in leetspeak, spaced letters, ROT13 or backwards.
 */
export function instructsMachine(folded: string): boolean {
  const plain = withoutLeet(folded);
  return (
    givesOrder(folded, ['anywhere', 'disguised']) || (plain !== folded && givesOrder(plain, ['anywhere']))
  );
}

function givesOrder(folded: string, forms: readonly ('anywhere' | 'disguised')[]): boolean {
  const words = wordsOf(folded);
  const found = PHRASES.valuesIn(words);
  return (
    forms.some((form) => found.has(form)) ||
    SQUASHED.test(lettersOf(words)) ||
    // Few texts have such a phrase at all, and only in these it matters where sentences begin.
    (found.has('at start') && sentencesOf(folded).some(startsWithOrder))
  );
}

/** Returns the letters in a row. Then neither spaces nor dots between letters hide a word. */
function lettersOf(words: readonly string[]): string {
  return words.join('').replace(/\p{N}+/gu, '');
}

function startsWithOrder(sentence: string): boolean {
  const words = wordsOf(sentence);
  // The order itself may be a word that is skipped, such as `must`.
  for (let at = 0; at < words.length; at++) {
    if (STARTS.longestAt(words, at) !== null) {
      return true;
    }
    if (!SKIPPED.has(words[at] ?? '')) {
      return false;
    }
  }
  return false;
}

function sentencesOf(folded: string): string[] {
  return folded.split(/[.!?:;\n"“”„«»()[\]{}<>|]+/);
}

function foldedPatterns(byLanguage: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.values(byLanguage).flat().map(foldedText);
}
