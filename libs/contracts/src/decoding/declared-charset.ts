import { headOf } from './decoder';

/** A meta element must be in the first 1,024 bytes. Pages have it later, behind scripts, and browsers find it there. */
const MAX_HEAD_BYTES = 4_096;

const PROLOG = /^\s*<\?xml\s[^<>]{0,300}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i;
const IN_HEADER = /charset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** Returns the label in the value of a Content-Type, or null. */
export function charsetOf(contentType: string | null | undefined): string | null {
  return IN_HEADER.exec(contentType ?? '')?.[1] ?? null;
}

/**
 * Returns the labels that a document itself declares: those of its meta elements (HTML only) and that of its XML declaration. Comments
 * and attributes of other elements are ignored, as in the prescan of the HTML standard. The work grows with the length only.
 */
export function declaredCharsets(bytes: Uint8Array, kind: 'html' | 'xml'): string[] {
  const head = headOf(bytes, MAX_HEAD_BYTES);
  const prolog = PROLOG.exec(head)?.[1];
  const labels = kind === 'html' ? metaCharsets(head) : [];
  return prolog === undefined ? labels : [...labels, prolog];
}

function metaCharsets(head: string): string[] {
  const labels: string[] = [];
  for (let at = head.indexOf('<'); at >= 0;) {
    const end = endOfTag(head, at);
    if (end < 0) break;
    const label = /^<meta[\s/]/i.test(head.slice(at, at + 6)) ? metaCharset(head.slice(at + 5, end)) : null;
    if (label !== null) labels.push(label);
    at = head.indexOf('<', end);
  }
  return labels;
}

function metaCharset(attributes: string): string | null {
  const values = new Map<string, string>();
  for (const [, name = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, double ?? single ?? bare ?? '');
  }
  const own = values.get('charset')?.trim();
  if (own !== undefined && own !== '') return own;
  if (values.get('http-equiv')?.trim().toLowerCase() !== 'content-type') return null;
  return charsetOf(values.get('content'));
}

/** Returns where the tag or comment that begins at `at` ends, or -1 if it does not end. A `<` that begins nothing ends behind itself. */
function endOfTag(head: string, at: number): number {
  if (head.startsWith('<!--', at)) return after(head, '-->', at + 2);
  const next = head[head[at + 1] === '/' ? at + 2 : at + 1] ?? '';
  if (/[a-z]/i.test(next)) return endOfElementTag(head, at);
  return /[!?/]/.test(head[at + 1] ?? '') ? after(head, '>', at) : at + 1;
}

function after(head: string, end: string, from: number): number {
  const found = head.indexOf(end, from);
  return found < 0 ? -1 : found + end.length;
}

/** A `>` in a quoted value does not end a tag. A quote begins a value only behind `=`. */
function endOfElementTag(head: string, at: number): number {
  let isValue = false;
  for (let index = at; index < head.length; index++) {
    const character = head[index]!;
    if (character === '>') return index + 1;
    if (isValue && (character === '"' || character === "'")) {
      const close = head.indexOf(character, index + 1);
      if (close < 0) return -1;
      index = close;
    }
    isValue = character === '=' || (isValue && /\s/.test(character));
  }
  return -1;
}
