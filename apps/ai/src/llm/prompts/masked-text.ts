/** What stands for something that a model has no need to know. */
const MASK = '[…]';

/** Each match is short, so that a long text costs no more than its length. */
const PRIVATE: readonly RegExp[] = [
  /\b(?:https?:\/\/|www\.)[^\s<>"']{1,2000}/giu,
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu,
  // Telephone, booking and card numbers. Dates and hours have full stops and colons.
  /(?<![\p{N}\p{L}])\+?\(?\d(?:[\s()/-]{0,2}\d){6,18}(?!\p{N})/gu,
];

/** Returns the text with `[…]` in place of links, e-mail addresses and long numbers, such as those of telephones and bookings. */
export function maskedText(text: string): string {
  return PRIVATE.reduce((masked, pattern) => masked.replace(pattern, MASK), text);
}
