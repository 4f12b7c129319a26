/** A number as a text states it. */
export interface StatedNumber {
  value: number;
  /** Digits behind the decimal separator. */
  decimals: number;
  isPercent: boolean;
  /** What stands before and behind it. */
  before: string;
  after: string;
}

/** A number with groups of three digits, or without. */
const NUMBER = /\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?/g;
const PERCENT = /^\s*(?:%|٪|percent|per ?cent|pour ?cent|por ?ciento|por ?cento|prozent|procent)/i;
const CONTEXT = 24;

/** Returns the numbers in a text. Digits of any script count. */
export function numbersIn(text: string): StatedNumber[] {
  const plain = withAsciiDigits(text.normalize('NFKC'));
  return [...plain.matchAll(NUMBER)].map((match) => {
    const end = match.index + match[0].length;
    const after = plain.slice(end, end + CONTEXT);
    return {
      ...valueOf(match[0]),
      isPercent: PERCENT.test(after),
      before: plain.slice(Math.max(0, match.index - CONTEXT), match.index),
      after,
    };
  });
}

/** A separator before three last digits groups, as in 1.200 and 1,200. Any other one begins the decimals, as in 3,5. */
function valueOf(written: string): { value: number; decimals: number } {
  const [, whole = written, decimals = ''] = /^(.*)[.,](\d{1,2}|\d{4,})$/.exec(written) ?? [];
  const digits = whole.replace(/\D/g, '');
  return { value: Number(decimals === '' ? digits : `${digits}.${decimals}`), decimals: decimals.length };
}

/** Unicode keeps the ten digits of a script together, so a digit's value is its distance from its zero. */
function withAsciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}
