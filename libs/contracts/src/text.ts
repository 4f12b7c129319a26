/** Hangul fillers, variation selectors and the like show nothing by themselves; nor does the blank Braille pattern. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** True when something of the text can be seen. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

const TIDY_ASCII = /^[!-~]+(?:[ \n][!-~]+)*$/;

/** True for ASCII words separated by one space or line feed each: tidy already, and the same in every normal form. */
export function isTidyAscii(text: string): boolean {
  return TIDY_ASCII.test(text);
}
