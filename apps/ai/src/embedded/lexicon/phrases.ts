import { foldedText } from '../../language/folded-text';

/** German umlauts, and not the `ü` of the Spanish `vergüenza`. */
const UMLAUTS: readonly (readonly [RegExp, string])[] = [
  [/ä/g, 'ae'],
  [/ö/g, 'oe'],
  [/ü(?![ei])/g, 'ue'],
];

/** The Portuguese `é`, the Italian `è` and `e'`: the verb, and not a letter of a word. */
const LONE_IS = /(?<![\p{L}\p{N}])(?:[éè]|e['’](?=\s))(?![\p{L}\p{N}])/gu;

/**
 * Returns a text in lower case and without accents. Umlauts become two letters, as many people write them: folded, `schön` would be
 * `schon` (already) and `hätte` would be `hatte` (had). A lone `é` becomes `eh`: folded, it would be the conjunction `e` (and).
 */
export function spelled(text: string): string {
  const lower = text.toLowerCase().replace(LONE_IS, 'eh');
  // Most texts have no umlaut, and normalization is slow.
  if (!/ä|ö|ü|\u0308/.test(lower)) return foldedText(lower);
  const composed = lower.normalize('NFC');
  return foldedText(UMLAUTS.reduce((folded, [umlaut, letters]) => folded.replace(umlaut, letters), composed));
}

/** Returns the phrases of a list with commas as {@link spelled} writes them. */
export function phrasesOf(list: string): string[] {
  return list
    .split(',')
    .map((phrase) => spelled(phrase.trim()))
    .filter((phrase) => phrase !== '');
}
