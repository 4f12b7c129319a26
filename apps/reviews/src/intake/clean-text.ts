import { plainLine, tidyText } from '../reviews/review-text';

/** Plain text without what shows as nothing, at most `longest` characters, never half of a surrogate pair. */
export function cleanText(text: string, longest: number): string {
  return cut(tidyText(text), longest);
}

/** {@link cleanText} on one line. */
export function cleanLine(text: string, longest: number): string {
  return cut(plainLine(text), longest);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? text.slice(0, longest).replace(/[\ud800-\udbff]$/, '') : text;
}

const MAX_URL = 2_048;

/** The address if it is an absolute http or https one of at most 2,048 bytes; null otherwise. */
export function webAddress(url: string | null): string | null {
  if (url === null || Buffer.byteLength(url) > MAX_URL || url !== plainLine(url)) return null;
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}
