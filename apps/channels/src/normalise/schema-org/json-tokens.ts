// The tokens of JSON as people and templates write them.

// What may stand between two tokens: white space and invisible characters, wrappers of HTML and XML, and the elements that
// editors of WordPress insert. `]]>` ends two lists in a list, so it counts only outside of all values.
export const SPACE = /[\s\u0000-\u001f\u200b-\u200f\u2060\ufeff]+/y; // oxlint-disable-line no-control-regex
export const WRAPPER = /<!\[CDATA\[|<!(?:--)?\]\]>|-->|<\/?(?:br|p)\s{0,9}\/?>|&(?:nbsp|#160);/iy;
export const CDATA_END = /\]\]>/y;
export const LINE_COMMENT = /\/\/(?:[ \t]{0,99}<!\[CDATA\[|[^\n\r]*)/y;
/** What may stand behind a value: separators of several values, and brackets that nothing has opened. */
export const BEHIND_VALUE = /[,;)\]}`]+/y;
/** The first object or list in a text that begins with something else, such as the warning of a server or `var data =`. */
export const FIRST_VALUE = /\{|\[(?=\s*[[{"'\]])/g;

export const BARE_NAME = /[a-z_$@][\w$@-]*/iy;
export const BARE_VALUE = /[\w.+-]+/y;
export const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** A number in another form, which stays a text: `4.`, `.5`, `007`. */
export const OTHER_NUMBER = /^[+-]?[\d.]*\d[\d.]*$/;
/** The rest of a number with a decimal comma, in an object. A name cannot be a number. */
export const COMMA_DIGITS = /,\d+(?=\s{0,99}[,}])/y;
/** A date, a share, a URL or a name without quotes, before the next property or the end of the object. */
export const BARE_TEXT =
  /(?:https?:\/\/[^\s",{}[\]<>]{1,2000}|\d[\w:+.%/-]{0,60}|\p{L}[\p{L}\p{M}\d'’&-]{0,60}(?: [\p{L}\d&][\p{L}\p{M}\d'’.&-]{0,60}){0,20})(?=\s{0,99}(?:\}|,\s{0,99}["'}]))/uy;
/** What a template should have replaced by a value: `{{ date }}`, `{% if x %}`, `${date}`, `<%= date %>`, `<?= $date ?>`. */
export const PLACEHOLDER =
  /\{\{[^{}]{0,300}\}\}|\{%[^{}]{0,300}%\}|\$\{[^{}]{0,300}\}|<%[^<>]{0,300}%>|<\?[^<>]{0,300}\?>/y;
export const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['none', null],
  ['undefined', null],
  ['nan', null],
  ['infinity', null],
]);

const CURLY = '“”„‟″';
/** The quotes that end a string, by the one that begins it. Editors turn straight quotes into curly ones. */
export const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ...[...CURLY].map((quote) => [quote, CURLY] as const),
]);
export const ORDINARY: ReadonlyMap<string, RegExp> = new Map([
  ['"', /[^"\\]+/y],
  ["'", /[^'\\]+/y],
  ['`', /[^`\\]+/y],
  [CURLY, /[^“”„‟″\\]+/y],
]);
/** A name with its colon. It follows a comma, or a missing one. */
export const NAME_AHEAD = /["'“”„‟″][^"'“”„‟″\\\n]{1,100}["'“”„‟″]\s{0,99}:/y;
/** What follows the end of a value of an object, if quotes inside of strings are not escaped. */
export const AFTER_VALUE =
  /\s{0,99}(?:\}|(?:,\s{0,99})?["'“”„‟″][^"'“”„‟″\\\n]{1,100}["'“”„‟″]\s{0,99}:|,\s{0,99}\})/y;

/** A property behind a quote whose own quotes or colon are wrong. So the quote is the end of its string. */
export const LOST_NAME =
  /\s{0,99}(?:\+\s{0,99}["']|,\s{0,99}["']?(?:@[a-z]{2,9}|[a-z]{2,20}[A-Z][A-Za-z]{1,30}|author|review|name|image|url|text|description|publisher)["'=:])/y;
/** A bracket that closes nothing, in a list that goes on or ends behind it. */
export const SURPLUS_BRACE = /\}(?=\s{0,99}(?:,\s{0,99}\{|\]))/y;

export const ESCAPE = /\\(?:u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/iy;
export const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Properties that templates write once for each value. */
export const REPEATED: ReadonlySet<string> = new Set(['review', 'reviews']);

/** A quote in a block that was escaped in parts. */
export const QUOTE = '&quot;';

/** Returns the end of a match at a position, or -1. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
