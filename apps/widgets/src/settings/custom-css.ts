const UNSAFE: readonly [RegExp, string][] = [
  [/@import/i, '@import'],
  [/@font-face/i, '@font-face'],
  [
    /\b(url|src|image|image-set|-webkit-image-set|cross-fade|element)\s*\(/i,
    'anything that loads a file, such as url()',
  ],
  [/expression\s*\(/i, 'expression()'],
  [/<\/?style/i, 'HTML'],
];

/**
 * Returns the name of a construct that custom CSS must not contain, or null if there is none. CSS must not load files,
 * because a request to a third party would reveal every visitor to it. Line ends and escapes are resolved first, as a
 * browser does. Comments are not removed: a comment mark inside a string would hide the rest of the CSS from this check,
 * but not from the browser.
 */
export function findUnsafeCss(css: string): string | null {
  const plain = css
    .replace(/\r\n/g, '\n')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_match, hex: string) => codePoint(Number.parseInt(hex, 16)))
    .replace(/\\/g, '');
  return UNSAFE.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

function codePoint(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
