import { decoded } from './decoder';

/** What spreadsheets write if they do not write UTF-8. The first one that fits best counts. */
const CHARSETS = ['windows-1252', 'macintosh', 'windows-1250', 'windows-1251'] as const;
const MAX_SAMPLE_BYTES = 32 * 1024;

/** A letter beside one of these is usual: don’t, Jean–Luc, 5 €. */
const BESIDE_LETTERS = /[\p{L}\p{M}’–—ªº]/u;

/**
 * Guesses the charset of a plain file that is not UTF-8 and declares nothing. In a wrong charset, letters become signs inside of words
 * (`wi¹c`), capitals inside of words (`fŸr`) or rows of accented letters (`Îòëè`). The charset with the fewest of those counts.
 */
export function guessedCharset(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, MAX_SAMPLE_BYTES);
  const faults = CHARSETS.map((charset) => faultsOf(decoded(sample, charset)));
  return CHARSETS[faults.indexOf(Math.min(...faults))] ?? 'windows-1252';
}

function faultsOf(text: string): number {
  let faults = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 0x7f)
      faults += Number(isFault(text[at - 1] ?? '', text[at]!, text[at + 1] ?? ''));
  }
  return faults;
}

function isFault(before: string, character: string, after: string): boolean {
  if (/[\u0080-\u009f\ufffd]/.test(character)) return true;
  if (/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(character) && /[a-z]/i.test(before + after)) return true;
  if (!BESIDE_LETTERS.test(character)) return /\p{L}/u.test(before) && /\p{L}/u.test(after);
  if (/\p{Lu}/u.test(character)) return /\p{L}/u.test(before) && /\p{Ll}/u.test(before + after);
  return isAccented(before) && isAccented(character) && isAccented(after);
}

function isAccented(character: string): boolean {
  return /[\u0080-\uffff]/.test(character) && /\p{Script=Latin}/u.test(character);
}
