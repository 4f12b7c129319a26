/** Scripts without spaces count each character as a word. */
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;

/** Returns the words of a text in lower case, without what surrounds them. */
export function plainWords(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(WORDS) ?? [];
}

/** Returns every run of exactly `length` words in a row. A shorter text has none. */
export function fullRuns(text: string, length: number): string[] {
  const words = plainWords(text);
  return words.slice(length - 1).map((_, index) => words.slice(index, index + length).join(' '));
}
