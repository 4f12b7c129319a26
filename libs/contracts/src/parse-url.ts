/**
 * Returns the parsed URL, or null if it is not one. Use it instead of `URL.canParse`, which in Node 20 and 22 refuses every URL
 * with a letter such as `ä` once it has been called some thousand times.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * Returns the origin and the path of a URL, which name a server without a password or a secret in the query. Returns an empty text
 * for text that is no URL.
 */
export function originAndPath(text: string): string {
  const url = parseUrl(text);
  return url ? `${url.origin}${url.pathname}` : '';
}
