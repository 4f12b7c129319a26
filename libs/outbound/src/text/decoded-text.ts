import { isUtf8 } from 'node:buffer';
import { charsetOf, declaredCharsets } from './declared-charset';
import { decoded, encodingOf } from './decoder';
import { guessedCharset } from './file-charset';

const UTF8 = 'utf-8';
const FALLBACK = 'windows-1252';

/** In these, two letters can be valid UTF-8 by chance, but not ten of them. Letters of one byte never are in real text. */
const WIDE = new Set(['gbk', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'iso-2022-jp']);
const MIN_WIDE_EVIDENCE = 10;

/** Bytes in which the pattern of UTF-16 is looked for. */
const PATTERN_BYTES = 1_024;

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

/**
 * Decodes bytes of strangers. A byte order mark counts first, then the bytes of UTF-16, then UTF-8 if most of the letters are valid in
 * it, because no other text looks like UTF-8 by chance. Otherwise the charset counts that the header names, or the document itself, and
 * at last windows-1252. A document in UTF-8 with a few broken letters keeps the others; these become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, { contentType, kind }: TextOptions): string {
  const mark = markOf(bytes);
  if (mark !== null) return decoded(bytes, mark);
  const header = charsetOf(contentType);
  const utf16 = utf16Of(bytes, header !== null && encodingOf(header)?.startsWith('utf-16') === true);
  if (utf16 !== null) return decoded(bytes, utf16);
  const isMarkup = kind !== 'text' || startsWithTag(bytes);
  const labels = [header, ...(isMarkup ? declaredCharsets(bytes, kind === 'xml' ? 'xml' : 'html') : [])];
  return decodeBytes(bytes, labels, isMarkup ? () => FALLBACK : guessedCharset);
}

function decodeBytes(
  bytes: Uint8Array,
  labels: readonly (string | null)[],
  fallback: (bytes: Uint8Array) => string,
): string {
  const named = labels.map((label) => (label === null ? null : encodingOf(label)));
  const legacy = named.filter((one) => one !== null && one !== UTF8 && !one.startsWith('utf-16')) as string[];
  const text = decoded(bytes, UTF8);
  const isValid = isUtf8(bytes);
  if (legacy.length === 0 && isValid) return text;
  const isDoubtful = !named.includes(UTF8) && legacy[0] !== undefined && WIDE.has(legacy[0]);
  if (isSound(text, isDoubtful ? MIN_WIDE_EVIDENCE : 1, isValid)) return text;
  for (const encoding of legacy) {
    const other = decoded(bytes, encoding);
    if (isSound(other, 0)) return other;
  }
  return decoded(bytes, fallback(bytes));
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
  const needed = isNamed ? 1 : head.length / 8;
  if (Math.max(...nuls) < needed || nuls[0] === nuls[1] || head.length < 2) return null;
  return nuls[1] > nuls[0] ? 'utf-16le' : 'utf-16be';
}

function startsWithTag(bytes: Uint8Array): boolean {
  return /^\s*</.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));
}
