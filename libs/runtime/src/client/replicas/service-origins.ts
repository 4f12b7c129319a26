import { parseUrl } from '@plaudit/contracts';

/** One `<SERVICE>_URL` names at most this many origins. */
export const MAX_ORIGINS = 32;

/**
 * Returns the origins in the value of a `<SERVICE>_URL`, each once. They are separated by commas. Throws an error that
 * names the variable and the wrong entry, and says what to write.
 */
export function parseServiceOrigins(variable: string, value: string): string[] {
  const entries = value.split(',').map((entry) => entry.trim());
  if (entries.length > MAX_ORIGINS)
    throw new Error(`${variable} has ${entries.length} origins; use at most ${MAX_ORIGINS}`);
  return [...new Set(entries.map((entry) => originOf(variable, entry)))];
}

function originOf(variable: string, entry: string): string {
  const url = parseUrl(entry);
  if (url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
  // An entry with credentials is not repeated, because it would be logged.
  const problem = entry.includes('@') ? 'the entry with credentials is none' : `"${entry}" is none`;
  throw new Error(
    `${variable} must have origins such as http://reviews:3000, separated by commas${entry && `; ${problem}`}`,
  );
}
