import { type Decodings, originalText, plainLine, plainText, truncate } from '@plaudit/runtime/content';

/** The maximum length of a review or a reply, in characters. */
export const MAX_TEXT = 20_000;

/** Characters of markup that are read for one text, and for one character of a line. */
const MAX_MARKUP = 5 * MAX_TEXT;
const MARKUP_PER_CHARACTER = 20;

/** Elements of a page that its visitors do not see. */
const SKIPPED_ON_PAGES = ['noscript', 'head'];

/**
 * Returns the plain text of a value that a platform delivered, at most {@link MAX_TEXT} characters. Returns an empty string
 * if the value is not a string. Pass 0 as `decodings` for text that is plain already, and 2 for JSON-LD, whose authors often
 * escape text twice.
 */
export function collectedText(value: unknown, decodings: Decodings = 1): string {
  const html = typeof value === 'string' ? truncate(value, MAX_MARKUP) : '';
  return truncate(originalText(plainText(html, { decodings, skip: SKIPPED_ON_PAGES })), MAX_TEXT).trimEnd();
}

/** Returns {@link collectedText} on one line of at most `limit` characters, for names and titles. */
export function collectedLine(value: unknown, limit: number, decodings: Decodings = 1): string {
  const html = typeof value === 'string' ? truncate(value, limit * MARKUP_PER_CHARACTER) : '';
  return truncate(plainLine(collectedText(html, decodings)), limit).trimEnd();
}

/** Puts the title above the text, unless the text begins with the title. */
export function withTitle(title: string, text: string): string {
  if (title === '' || text.toLowerCase().startsWith(title.toLowerCase())) return text;
  return text === '' ? title : truncate(`${title}\n${text}`, MAX_TEXT);
}

/** Returns the same string for texts that differ only in case, character width or whitespace. */
export function foldText(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
