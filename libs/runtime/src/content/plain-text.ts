import { isTidyAscii, isVisible } from '@plaudit/contracts';
import { withSigns } from '@plaudit/contracts/decoded-text';
import { Tokenizer } from 'htmlparser2';
import { LESS_THAN, withoutFalseTags } from './html-tags';

/** Elements that begin on a line of their own. */
const BLOCKS = new Set(
  'address article aside blockquote dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th']);
/** Elements whose content is not shown to a reader. */
const SKIPPED = new Set(['script', 'style', 'title', 'template']);
/** Elements that are skipped even if the text was cut before their end tag. */
const CODE = new Set(['script', 'style']);

// "AT&T" or "?a=1&copy=2" names no entity, although a browser would guess one. While the markup is read, two control characters
// stand for such a "&" and for a "<" that opens no tag. They cannot occur in the text, because they are removed before.
const NO_ENTITY = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi;
const AMPERSAND = '\u0002';
/** An emoji that was escaped in two halves, each of which names no character. */
const SURROGATES = /&#(?:x(d[89ab][\da-f]{2});&#x(d[c-f][\da-f]{2})|(5[56]\d{3});&#(5[67]\d{3}));/gi;
/** A line end may consist of two entities. */
const RETURN = 0x0d;

// C0 and C1 controls except tab and line feed, soft hyphen, zero-width space, word joiner, BOM, bidi marks and embeddings,
// lone surrogates.
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/g;
// Joiners form emoji families and Persian words. Only a single joiner between two characters has a meaning.
const REPEATED_JOINER = /([\u200c\u200d])[\u200c\u200d]+/g;
const DANGLING_JOINER = /(?<=^|\s)[\u200c\u200d]|[\u200c\u200d](?=\s|$)/g;

/** How many times a text was escaped. */
export type Decodings = 0 | 1 | 2;

interface PlainTextOptions {
  /**
   * How many times entities are decoded and tags removed. 0 reads text that is plain already. 2 reads text that was escaped
   * twice, as in much JSON-LD.
   */
  decodings?: Decodings;
  /** Elements whose content is dropped in addition to scripts, styles, templates and titles. */
  skip?: readonly string[];
}

/**
 * Converts HTML to plain text. Removes tags and invisible characters, decodes entities, turns `<br>`, paragraphs and other
 * blocks into line breaks, and folds runs of spaces and of empty lines. What only looks like a tag stays: `List<String>`.
 * Returns an empty string if nothing visible is left.
 */
export function plainText(html: string, { decodings = 1, skip = [] }: PlainTextOptions = {}): string {
  let text = decodings === 0 ? html : withoutSection(html);
  for (let pass = 0; pass < decodings && /[<&]/.test(text); pass++) {
    text = new MarkupReader(skip).read(legible(text));
  }
  return tidyText(text);
}

/** Feeds and pages write a text into a section of XML, which a browser takes for a comment. */
function withoutSection(html: string): string {
  const text = html.trim();
  const isSection = text.startsWith('<![CDATA[') && text.indexOf(']]>') === text.length - 3;
  return isSection ? text.slice(9, -3) : html;
}

/**
 * Cleans up a name or title: folds whitespace and removes invisible characters. Keeps markup as it is. Returns an empty
 * string if nothing visible is left.
 */
export function plainLine(text: string): string {
  return tidyText(text).replace(/\n+/g, ' ');
}

/**
 * Turns every kind of line end into a line feed and removes invisible characters. A C1 control is a character of Windows that
 * was read as Latin-1 or written as `&#146;`.
 */
function legible(text: string): string {
  return withSigns(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')).replace(INVISIBLE, '');
}

/** Cleans up text without markup in the same way as {@link plainText}. */
export function tidyText(text: string): string {
  if (isTidyAscii(text)) return text;
  const tidied = legible(text)
    .normalize('NFC')
    .replace(REPEATED_JOINER, '$1')
    .replace(DANGLING_JOINER, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return isVisible(tidied) ? tidied : '';
}

/**
 * Reads markup tag by tag without building a tree, so that deep nesting and missing end tags cost nothing. 200,000
 * characters of hostile markup take at most 100 ms.
 */
class MarkupReader {
  private readonly written: string[] = [];
  private atLineStart = true;
  /** True after a line break of the markup. A line end of the source that follows it is ignored. */
  private afterBreak = false;
  /** Where the content of a skipped element began. Without its end tag, only code is skipped. */
  private skipping: { name: string; from: number } | null = null;
  private readonly skipped: ReadonlySet<string>;

  constructor(skip: readonly string[]) {
    this.skipped = new Set([...SKIPPED, ...skip]);
  }

  read(html: string): string {
    const source = withoutFalseTags(html).replace(SURROGATES, pairOf).replace(NO_ENTITY, AMPERSAND);
    const name = (start: number, end: number): string => source.slice(start, end).toLowerCase();
    const nothing = (): void => undefined;
    const tokenizer = new Tokenizer(
      { decodeEntities: true },
      {
        ontext: (start, end) => this.text(source.slice(start, end)),
        ontextentity: (codePoint) =>
          this.write(codePoint === RETURN ? '\r' : legible(String.fromCodePoint(codePoint))),
        onopentagname: (start, end) => this.open(name(start, end)),
        onclosetag: (start, end) => this.close(name(start, end)),
        oncdata: nothing,
        oncomment: nothing,
        ondeclaration: nothing,
        onprocessinginstruction: nothing,
        onattribname: nothing,
        onattribdata: nothing,
        onattribentity: nothing,
        onattribend: nothing,
        onopentagend: nothing,
        onselfclosingtag: nothing,
        onend: nothing,
      },
    );
    tokenizer.write(source);
    tokenizer.end();
    if (this.skipping && CODE.has(this.skipping.name)) this.written.length = this.skipping.from;
    return this.written
      .join('')
      .replaceAll(LESS_THAN, '<')
      .replaceAll(AMPERSAND, '&')
      .replace(/\r\n?/g, '\n');
  }

  private open(name: string): void {
    if (name === 'br') this.lineBreak();
    else if (BLOCKS.has(name)) this.lineStart();
    else if (CELLS.has(name)) this.write(' ');
    else if (this.skipped.has(name)) this.skipping ??= { name, from: this.written.length };
  }

  private close(name: string): void {
    // A browser shows </br> as a line break.
    if (name === 'br') this.lineBreak();
    else if (BLOCKS.has(name)) this.lineStart();
    if (this.skipping?.name !== name) return;
    this.written.length = this.skipping.from;
    this.skipping = null;
  }

  private text(chunk: string): void {
    if (!this.afterBreak) return this.write(chunk);
    const rest = chunk.trim() === '' ? '' : chunk.replace(/^[^\S\n]*\n/, '');
    if (rest !== '') this.write(rest);
  }

  private write(chunk: string): void {
    this.written.push(chunk);
    this.afterBreak = false;
    const line = chunk.slice(chunk.lastIndexOf('\n') + 1);
    this.atLineStart = line.trim() === '' && (this.atLineStart || line !== chunk);
  }

  private lineBreak(): void {
    this.write('\n');
    this.afterBreak = true;
  }

  private lineStart(): void {
    if (!this.atLineStart) this.write('\n');
    this.afterBreak = true;
  }
}

function pairOf(written: string, ...groups: (string | undefined)[]): string {
  const [highHex, lowHex, high, low] = groups;
  const codes = highHex ? [highHex, lowHex].map((hex) => Number(`0x${hex}`)) : [high, low].map(Number);
  const pair = String.fromCharCode(...codes);
  return /\p{Cs}/u.test(pair) ? written : pair;
}

/** Returns the first `limit` characters. Never splits a surrogate pair. */
export function truncate(text: string, limit: number): string {
  return text.length > limit ? text.slice(0, limit).replace(/[\ud800-\udbff]$/, '') : text;
}

/** Applies {@link tidyText} and returns at most `limit` characters. */
export function cleanText(text: string, limit: number): string {
  return truncate(tidyText(text), limit);
}

/** Applies {@link plainLine} and returns at most `limit` characters. */
export function cleanLine(text: string, limit: number): string {
  return truncate(plainLine(text), limit);
}
