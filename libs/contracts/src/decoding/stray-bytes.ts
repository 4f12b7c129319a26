import { decoded } from './decoder';

/** Letters before which a byte of UTF-8 may have been cut: "Ã" and "Â" are the first bytes of the accented letters of Western Europe. */
const CUT_LETTERS = new Set([0xc2, 0xc3]);

/**
 * Returns a text in UTF-8 with its single bytes of windows-1252 as UTF-8, because feeds and shops put together texts of several sources:
 * "don\x92t" and "caf\xe9". Such a byte stands beside ASCII. What is left of a letter that was cut stays as it is.
 */
export function withoutStrayBytes(bytes: Uint8Array): Uint8Array {
  const strays = straysIn(bytes);
  if (strays.length === 0) return bytes;
  const letters = lettersInUtf8();
  const target = new Uint8Array(bytes.length + strays.length * 2);
  let [from, end] = [0, 0];
  for (const at of strays) {
    target.set(bytes.subarray(from, at), end);
    const letter = letters[bytes[at]! - 0x80]!;
    target.set(letter, end + at - from);
    end += at - from + letter.length;
    from = at + 1;
  }
  target.set(bytes.subarray(from), end);
  return target.subarray(0, end + bytes.length - from);
}

/** Returns the bytes in UTF-8 of the letters that 0x80 to 0xFF are in windows-1252. */
function lettersInUtf8(): Uint8Array[] {
  const encoder = new TextEncoder();
  const bytes = Uint8Array.from({ length: 0x80 }, (_, index) => 0x80 + index);
  return [...decoded(bytes, 'windows-1252')].map((letter) => encoder.encode(letter));
}

function straysIn(bytes: Uint8Array): number[] {
  const strays: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = lengthOfLetter(bytes, at);
    if (length === 0 && isStray(bytes, at)) strays.push(at);
    at += length || 1;
  }
  return strays;
}

/** Returns the number of bytes of the letter of UTF-8 at a place, or 0 if there is none. */
function lengthOfLetter(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let next = 1; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** Returns true for a byte between two of ASCII, if one of them is a letter or the byte is a sign such as a quotation mark. */
function isStray(bytes: Uint8Array, at: number): boolean {
  const [before = 0, byte = 0, after = 0] = [bytes[at - 1], bytes[at], bytes[at + 1]];
  if (before < 0x09 || before > 0x7f || after < 0x09 || after > 0x7f) return false;
  if (byte < 0xc0) return true;
  const letters = Number(isLetter(before)) + Number(isLetter(after));
  return letters >= (CUT_LETTERS.has(byte) ? 2 : 1);
}

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
