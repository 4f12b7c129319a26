import { foldedText, wordsOf } from '../language/folded-text';
import { PhraseBook } from '../language/phrase-book';
import { reversedText, rotatedText, squashedText, withoutLeet } from './suspicious-text-folding';
import phrases from './suspicious-phrases.json';

const ANYWHERE = bookOf(phrases.anywhere);
const AT_START = bookOf(phrases.start);
const SKIPPED: ReadonlySet<string> = new Set(phrases.skipped.map(foldedText));
const SQUASHED = new RegExp(phrases.squashed.map(foldedText).join('|'), 'u');

/**
 * Returns true if a folded text addresses a machine, also in leetspeak, spaced letters, ROT13 or backwards.
 */
export function instructsMachine(folded: string): boolean {
  // Most texts have no leetspeak, so most sets hold one text.
  const readings = [...new Set([folded, withoutLeet(folded)])];
  return (
    readings.some(instructsPlainly) ||
    [rotatedText, reversedText].some((reveal) => saysAnywhere(reveal(folded)))
  );
}

function instructsPlainly(folded: string): boolean {
  return (
    saysAnywhere(folded) || SQUASHED.test(squashedText(folded)) || sentencesOf(folded).some(startsWithOrder)
  );
}

function saysAnywhere(folded: string): boolean {
  const words = wordsOf(folded);
  return words.some((_, at) => ANYWHERE.longestAt(words, at) !== null);
}

function startsWithOrder(sentence: string): boolean {
  const words = wordsOf(sentence);
  // The order itself may be a word that is skipped, such as `must`.
  for (let at = 0; at < words.length; at++) {
    if (AT_START.longestAt(words, at) !== null) {
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

function bookOf(byLanguage: Readonly<Record<string, readonly string[]>>): PhraseBook<true> {
  return new PhraseBook(
    Object.values(byLanguage).flatMap((patterns) =>
      patterns.map((pattern) => [foldedText(pattern), true] as const),
    ),
  );
}
