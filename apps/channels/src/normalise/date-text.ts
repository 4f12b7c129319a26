import { plainText } from '@plaudit/runtime/content';
import { asciiDigits } from './numbers';

/** The longest text that is read as a date. What JavaScript prints has up to 70 characters. */
const MAX_DATE = 120;

// Marks that direct the writing of mixed scripts, and blanks without a width.
const INVISIBLE = /[\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Returns a date with ASCII digits and single plain blanks, or null for a text that is too long. Its entities are decoded. */
export function plainDate(text: string): string | null {
  if (text.length > MAX_DATE && text.trim().length > MAX_DATE) return null;
  const decoded = text.includes('&') ? plainText(text, { decodings: 2 }) : text;
  const composed = decoded.trim().normalize('NFKC');
  // One character can stand for eighteen.
  if (composed.length > 2 * MAX_DATE) return null;
  return asciiDigits(composed)
    .replace(INVISIBLE, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Returns the text in lower case and without accents. Arabic case endings and the dots of Hindi go as well, vowel signs stay.
 */
export function foldedDate(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(
      /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]\p{M}*)\p{M}|[\u064B-\u0652\u093C]/gu,
      '',
    )
    .normalize('NFC')
    .replace(/ı/g, 'i')
    .replace(/[’‘ʼʹʻ՚′‵ꞌ´`׳]/g, "'");
}
