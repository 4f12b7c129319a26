import { load } from 'cheerio';

/** A node of a parsed page; cheerio does not export the name. */
export type HtmlNode = Exclude<Parameters<typeof load>[0], string | Buffer | readonly unknown[]>;

/** Longest text of a review or reply, in characters. */
export const MAX_TEXT = 20_000;

const BREAKING = new Set(['p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre']);
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'head', 'title']);
const LOOKS_LIKE_MARKUP = /<[a-z!/]|&(?:#\d+|#x[\da-f]+|[a-z]\w*);/i;

// C0 and C1 without tab and line feed, soft hyphen, zero-width space, word joiner, BOM, bidi marks and embeddings,
// line and paragraph separators' relatives, lone surrogates.
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/g;
// Joiners make emoji families and Persian words; only dangling ones are noise.
const DANGLING_JOINER = /(?<=^|\s)[\u200C\u200D]+|[\u200C\u200D]+(?=\s|$)/g;

/** What is still to be read, last first; a loop and not a recursion, because a hostile page nests tags 20,000 deep. */
type Unread = HtmlNode | '\n';

function textOf(nodes: readonly HtmlNode[]): string {
  const out: string[] = [];
  const unread: Unread[] = [...nodes].reverse();
  for (let node = unread.pop(); node !== undefined; node = unread.pop()) {
    if (node === '\n') out.push('\n');
    else if (node.type === 'text') out.push(node.data);
    else for (const part of partsOf(node).reverse()) unread.push(part);
  }
  return out.join('');
}

function partsOf(node: HtmlNode): Unread[] {
  if (node.type === 'cdata') return [...node.children];
  if (!('name' in node) || UNREAD.has(node.name)) return [];
  const children: Unread[] = 'children' in node ? [...node.children] : [];
  if (BREAKING.has(node.name)) return ['\n', ...children, '\n'];
  return node.name === 'br' ? ['\n', ...children] : children;
}

/** Tags gone, breaks kept, entities decoded once. A `<` that opens no tag ("I <3 it") stays text. */
function decodeMarkup(text: string): string {
  const document = load(
    text.replace(/<(?![^<>]*>)/g, '&lt;'),
    { xml: { xmlMode: false, decodeEntities: true } },
    false,
  );
  return textOf(document.root().contents().toArray());
}

/** The first `limit` characters, never half of a surrogate pair. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(INVISIBLE, '')
    .replace(DANGLING_JOINER, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Plain text as the API shows it: no tags, real newlines, entities decoded, no control, zero-width or bidi
 * characters, NFC, at most {@link MAX_TEXT} characters. `decodings` is 2 for JSON-LD, whose authors tend to escape an
 * already escaped text.
 */
export function plainText(value: unknown, decodings: 1 | 2 = 1): string {
  let text = typeof value === 'string' ? value : '';
  for (let pass = 0; pass < decodings && LOOKS_LIKE_MARKUP.test(text); pass++) text = decodeMarkup(text);
  return truncate(tidy(text), MAX_TEXT).trimEnd();
}

/** One line of plain text: names, titles. */
export function plainLine(value: unknown, limit: number, decodings: 1 | 2 = 1): string {
  return truncate(plainText(value, decodings).replace(/\s+/g, ' '), limit).trimEnd();
}

/** Title above text, unless the text begins with the title anyway. */
export function withTitle(title: string, text: string): string {
  if (title === '' || text.toLowerCase().startsWith(title.toLowerCase())) return text;
  return text === '' ? title : truncate(`${title}\n${text}`, MAX_TEXT);
}

/** What two spellings of the same words have in common: NFKC, one space between words, lower case. */
export function foldText(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
