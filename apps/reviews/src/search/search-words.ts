import { ownValue } from '@plaudit/contracts';

/** Letters that have no decomposition, although most people type other letters for them. Lower case. */
const PLAIN: Readonly<Record<string, string>> = {
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Accents and the like, which belong to no script. The voiced marks of Japanese make another syllable, so they stay. */
const ACCENT = /(?![\u3099\u309a])\p{Script=Inherited}/gu;

// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\0-\x7f]*$/;

/**
 * Returns the text without differences of case, accents, compatibility forms, final sigma and ß. Lower, upper and lower
 * again, because some letters only become equal in one case: ß, ẞ and SS, the dotless i and I.
 */
export function foldedText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const lower = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().normalize('NFKD');
  const plain = lower.replace(ACCENT, '').replace(NOT_PLAIN, (letter) => ownValue(PLAIN, letter) ?? letter);
  return plain.normalize('NFKC');
}

/** Scripts that put no space between words. The long vowel mark of Japanese belongs to several scripts. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')
  .concat('\u30fc');
const TOKEN = new RegExp(
  `[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+|\\p{Extended_Pictographic}`,
  'gu',
);
const RUN = new RegExp(`^[${UNSPACED}]`, 'u');

/** A longer word is found by its first characters. Postgres limits a lexeme to 2,046 bytes. */
const MAX_WORD = 64;

/** The words of a text, each once, and its runs of characters without spaces between words. */
export interface SearchWords {
  words: Set<string>;
  runs: string[];
}

/** Returns what a text is found by. Letters, digits and emoji count, everything else separates words. */
export function searchWords(text: string): SearchWords {
  const tokens = foldedText(text).match(TOKEN) ?? [];
  return {
    words: new Set(tokens.filter((token) => !RUN.test(token)).map(shortened)),
    runs: tokens.filter((token) => RUN.test(token)),
  };
}

function shortened(word: string): string {
  return word.length > MAX_WORD ? Array.from(word).slice(0, MAX_WORD).join('') : word;
}

/** Returns each character of a run with the one after it. The last one is alone. */
export function bigrams(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}
