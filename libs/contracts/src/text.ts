/** Hangul fillers, variation selectors and the blank Braille pattern are invisible on their own. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns true if the text has a visible character. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

const TIDY_ASCII = /^[!-~]+(?:[ \n][!-~]+)*$/;

/** Returns true for ASCII words separated by one space or line feed each. Such text is the same in every normal form. */
export function isTidyAscii(text: string): boolean {
  return TIDY_ASCII.test(text);
}
