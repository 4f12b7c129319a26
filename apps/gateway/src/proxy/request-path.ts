/**
 * Segments of RFC 3986 characters. Only the last may be empty, and none is `.` or `..`. `;` is not allowed, because some
 * servers take the text behind it as parameters and read `/..;/` as `/../`.
 */
const PLAIN_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[A-Za-z0-9\-._~!$&'()*+,=:@]|%[0-9A-Fa-f]{2})+)*\/?$/;
const ESCAPE = /%([0-9A-Fa-f]{2})/g;
/** Characters that need no escape in a path, or that change its meaning when they are unescaped. */
// oxlint-disable-next-line no-control-regex
const NEVER_ESCAPED = /[A-Za-z0-9\-._~/\\%?#;\u0000-\u001f\u007f]/;

export interface RequestPath {
  path: string;
  /** Does not include the question mark. */
  query: string;
}

/**
 * Splits a request target into path and query. Returns null for a target that must not be routed: absolute form, `.` and
 * `..`, empty segments, backslashes, escapes of characters that have a plain spelling, and escapes that are not UTF-8.
 * Each path then has one spelling only, so the gateway and a service cannot read it differently.
 */
export function readRequestPath(target: string): RequestPath | null {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  if (!path || !PLAIN_PATH.test(path) || query.includes('#')) return null;
  return path.includes('%') && !isEscapedPlainly(path) ? null : { path, query };
}

function isEscapedPlainly(path: string): boolean {
  for (const [, hex] of path.matchAll(ESCAPE)) {
    if (NEVER_ESCAPED.test(String.fromCharCode(Number.parseInt(hex as string, 16)))) return false;
  }
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
