/** Hangul fillers, variation selectors and the blank Braille pattern are invisible on their own. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns true if the text has a visible character. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * Removes blanks, zero-width characters, marks of writing direction and other invisible characters around a text. People and
 * programs copy them together with addresses and numbers.
 */
export function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && !isVisible(text.charAt(start))) start += 1;
  while (end > start && !isVisible(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const TIDY_ASCII = /^[!-~]+(?:[ \n][!-~]+)*$/;

/** Returns true for ASCII words separated by one space or line feed each. Such text is the same in every normal form. */
export function isTidyAscii(text: string): boolean {
  return TIDY_ASCII.test(text);
}
