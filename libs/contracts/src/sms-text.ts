/** The characters of GSM 03.38 that take one septet, and those that take two. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const SEPTETS: ReadonlyMap<string, number> = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...'\f^{}\\[~]|€'].map((character) => [character, 2] as const),
]);

/**
 * Typographic characters and what stands for them in GSM 03.38. Only marks and spaces are here: another letter would be another
 * spelling of a name.
 */
const EQUIVALENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "'": '‘’‚‛′‵ʻʼ`´‹›',
    '"': '“”„‟″‶«»',
    '-': '‐‑‒–—―−⁃',
    '*': '•‣●▪∙',
    '...': '…',
    '/': '⁄∕',
    ' ': '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
    '\n': '\u2028\u2029',
    '': '\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff',
  }).flatMap(([plain, typographic]) => [...typographic].map((character) => [character, plain] as const)),
);

const GSM = { alone: 160, joined: 153 };
const UCS2 = { alone: 70, joined: 67 };
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text message as it is sent and billed. */
export interface SmsText {
  body: string;
  /** One character outside of GSM 03.38 makes the whole text UCS-2, of which a segment holds fewer than half. */
  encoding: 'gsm7' | 'ucs2';
  segments: number;
  /** The characters that make it UCS-2, each once, in their order. */
  foreign: string[];
}

/**
 * Writes a text with the characters of GSM 03.38, if marks and spaces are all that is outside of it, and counts its segments. A text
 * with any other foreign character stays as it is, because the rest would not make it shorter.
 */
export function smsText(text: string): SmsText {
  const plain = [...text.normalize('NFC')]
    .map((character) => EQUIVALENTS.get(character) ?? character)
    .join('');
  const septets = [...plain].map((character) => SEPTETS.get(character));
  if (septets.every((count) => count !== undefined)) {
    return { body: plain, encoding: 'gsm7', segments: segmentsOf(septets, GSM), foreign: [] };
  }
  const units = [...text].map((character) => character.length);
  return { body: text, encoding: 'ucs2', segments: segmentsOf(units, UCS2), foreign: foreignIn(text) };
}

/** Returns whole characters as people see them: a family of emoji is one. */
function foreignIn(text: string): string[] {
  const characters = [...CHARACTERS.segment(text.normalize('NFC'))].map(({ segment }) => segment);
  const isForeign = (character: string): boolean =>
    [...character].some((one) => !SEPTETS.has(one) && !EQUIVALENTS.has(one));
  return [...new Set(characters.filter(isForeign))];
}

/** A character of two units never lies in two segments. */
function segmentsOf(units: readonly number[], { alone, joined }: typeof GSM): number {
  if (units.reduce((sum, count) => sum + count, 0) <= alone) return 1;
  let segments = 1;
  let used = 0;
  for (const count of units) {
    if (used + count > joined) {
      segments += 1;
      used = 0;
    }
    used += count;
  }
  return segments;
}
