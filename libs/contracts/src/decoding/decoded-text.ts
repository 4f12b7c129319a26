import { charsetOf, declaredCharsets } from './declared-charset';
import { decoded, decodedStart, encodingOf, headOf, withSigns } from './decoder';
import { guessedCharset } from './file-charset';
import { withoutStrayBytes } from './stray-bytes';

export { encodingOf, withSigns } from './decoder';

const UTF8 = 'utf-8';
const FALLBACK = 'windows-1252';

/** In these, two letters can be valid UTF-8 by chance, but not ten of them. Letters of one byte never are in real text. */
const WIDE = new Set(['gbk', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'iso-2022-jp']);
const MIN_WIDE_EVIDENCE = 10;

/** Bytes in which the pattern of UTF-16 is looked for, and the NULs that it needs at least. */
const PATTERN_BYTES = 1_024;
const MIN_NULS = 4;

/**
 * Which encoding is right is judged by this many bytes at the first letter beyond ASCII. A document names at most as many encodings that
 * count. So a text is decoded twice at most, whatever it declares.
 */
const SAMPLE_BYTES = 64 * 1024;
const MAX_NAMED = 2;

export type TextKind = 'html' | 'xml' | 'text';

interface TextOptions {
  /** The value of the Content-Type, which may name a charset. */
  contentType?: string | null | undefined;
  /** Whose declarations are read. A plain text that begins with `<` is read as HTML. */
  kind: TextKind;
}

/** Returns the kind of text that a Content-Type names. */
export function textKindOf(contentType: string | null | undefined): TextKind {
  const [type = ''] = (contentType ?? '').toLowerCase().split(';', 1);
  if (type.includes('html')) return 'html';
  return /xml|rss|atom/.test(type) ? 'xml' : 'text';
}

/** A text, and the name of its charset in the Encoding Standard. */
export interface DecodedText {
  text: string;
  encoding: string;
}

/** Returns the text of {@link decodedText}. */
export function decodeText(bytes: Uint8Array, options: TextOptions): string {
  return decodedText(bytes, options).text;
}

/**
 * Decodes bytes of strangers. A byte order mark counts first, then the bytes of UTF-16, then UTF-8 if all letters are valid in it, or
 * most of the first ones, because no other text looks like UTF-8 by chance. Otherwise the charset counts that the header names, or the document itself, and
 * at last windows-1252. A document in UTF-8 with a few other bytes keeps its letters; single bytes are read as windows-1252, and what is
 * left of a cut letter becomes U+FFFD.
 */
export function decodedText(bytes: Uint8Array, { contentType, kind }: TextOptions): DecodedText {
  const header = charsetOf(contentType);
  const isNamedUtf16 = header !== null && encodingOf(header)?.startsWith('utf-16') === true;
  const certain = markOf(bytes) ?? utf16Of(bytes, isNamedUtf16);
  if (certain !== null) return { text: decoded(bytes, certain), encoding: certain };
  const isMarkup = kind !== 'text' || startsWithTag(bytes);
  const labels = [header, ...(isMarkup ? declaredCharsets(bytes, kind === 'xml' ? 'xml' : 'html') : [])];
  const named = labels.flatMap((label) => (label === null ? [] : (encodingOf(label) ?? [])));
  return byLetters(bytes, named, isMarkup ? () => FALLBACK : guessedCharset);
}

function byLetters(
  bytes: Uint8Array,
  named: readonly string[],
  fallback: (bytes: Uint8Array) => string,
): DecodedText {
  const legacy = [...new Set(named)].filter((one) => one !== UTF8 && !one.startsWith('utf-16'));
  const valid = validUtf8(bytes);
  if (valid !== null && legacy.length === 0) return { text: withSigns(valid), encoding: UTF8 };
  const sample = sampleOf(bytes);
  const isDoubtful = !named.includes(UTF8) && legacy[0] !== undefined && WIDE.has(legacy[0]);
  if (isSound(decodedStart(sample, UTF8), isDoubtful ? MIN_WIDE_EVIDENCE : 1, valid !== null)) {
    return { text: withSigns(valid ?? decoded(withoutStrayBytes(bytes), UTF8)), encoding: UTF8 };
  }
  const fitting = legacy.slice(0, MAX_NAMED).find((one) => {
    const start = decodedStart(sample, one);
    // No text of the charset looks like UTF-8, and has broken letters besides.
    return isSound(start, 0) && !(valid !== null && start.includes('\ufffd'));
  });
  if (fitting === undefined && valid !== null) return { text: withSigns(valid), encoding: UTF8 };
  const encoding = fitting ?? fallback(sample);
  return { text: decoded(bytes, encoding), encoding };
}

/** Returns the text, or null if its bytes are not UTF-8. */
function validUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(UTF8, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Begins one byte earlier, because a letter is also known by the one before it. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const start = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - 1);
  return bytes.subarray(start, start + SAMPLE_BYTES);
}

/**
 * Returns true if a text has at least `evidence` letters beyond ASCII, and as many of them as broken ones. In a text that decoded without a
 * fault, U+FFFD stands in the text itself.
 */
function isSound(text: string, evidence: number, isValid = false): boolean {
  let sound = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    if (code < 0xa0 || (code === 0xfffd && !isValid)) broken++;
    else sound++;
  }
  return sound >= evidence && sound >= broken;
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return UTF8;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/**
 * Returns UTF-16 if the bytes have its pattern: a NUL beside each ASCII letter, always on the same side. A text that is named UTF-16 needs
 * one NUL, another one NULs in a quarter of its letters.
 */
function utf16Of(bytes: Uint8Array, isNamed: boolean): string | null {
  const head = bytes.subarray(0, PATTERN_BYTES);
  const nuls = [0, 0] as [number, number];
  head.forEach((byte, at) => {
    if (byte === 0) nuls[(at % 2) as 0 | 1]++;
  });
  const [least, most] = nuls[0] < nuls[1] ? nuls : [nuls[1], nuls[0]];
  const needed = isNamed ? 1 : Math.max(MIN_NULS, head.length / 8);
  // Some files are padded with NULs, which are on both sides.
  if (most < needed || least === most || (!isNamed && least * 4 > most)) return null;
  return nuls[1] > nuls[0] ? 'utf-16le' : 'utf-16be';
}

function startsWithTag(bytes: Uint8Array): boolean {
  return /^\s*</.test(headOf(bytes, 64));
}
