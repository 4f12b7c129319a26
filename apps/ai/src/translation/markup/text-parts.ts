/** A part of a text. A `token` must come out of a translation as it is. A `break` is a run of white space with a line break. */
export interface TextPart {
  kind: 'words' | 'token' | 'break';
  text: string;
}

// An emoji with its modifiers, joined emoji, flags and keycaps. Several in a row are one token.
const EMOJI =
  '(?:\\p{RI}\\p{RI}|[0-9#*]\\ufe0f?\\u20e3|\\p{ExtPict}(?:\\ufe0f|\\p{EMod}|\\u200d\\p{ExtPict}|[\\u{e0020}-\\u{e007f}])*)+';
// A sentence may end right after the address.
const URL = '(?<!\\w)(?:https?:\\/\\/|www\\.)[^\\s<>"]*[^\\s<>"\'.,;:!?()\\[\\]]';
const EMAIL = '[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63})+';
const TAG = '<\\/?[a-z][^<>]{0,200}>';
// {name}, {{name}} and ${name}; %s, %1$s and %(name)s, but not 100%.
const BRACES = '\\$?\\{[^{}\\n]{1,60}\\}|\\{\\{[^{}\\n]{1,60}\\}\\}';
const PERCENT = '(?<!\\d)%(?:\\d{1,2}\\$|\\(\\w{1,40}\\))?[sdi@](?![\\p{L}\\d])';
const ENTITY = '&(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z][a-z\\d]{1,31});';

const TOKEN_OR_SPACE = new RegExp(
  [`(?<space>\\s+)`, URL, EMAIL, TAG, BRACES, PERCENT, ENTITY, EMOJI].join('|'),
  'giu',
);

/** Splits a text into parts. Joined, they are the text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let words = '';
  let end = 0;
  const add = (part: TextPart): void => {
    if (words !== '') parts.push({ kind: 'words', text: words });
    words = '';
    parts.push(part);
  };
  for (const match of text.matchAll(TOKEN_OR_SPACE)) {
    words += text.slice(end, match.index);
    end = match.index + match[0].length;
    if (match.groups?.['space'] === undefined) add({ kind: 'token', text: match[0] });
    else if (/[\n\r\u0085\u2028\u2029]/.test(match[0])) add({ kind: 'break', text: match[0] });
    else words += match[0];
  }
  words += text.slice(end);
  if (words !== '') parts.push({ kind: 'words', text: words });
  return parts;
}
