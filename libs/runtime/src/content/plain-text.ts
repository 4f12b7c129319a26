import { isTidyAscii, isVisible } from '@plaudit/contracts';
import { Tokenizer } from 'htmlparser2';

/** Elements that begin on a line of their own. */
const BLOCKS = new Set(
  'address article aside blockquote dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th']);
/** Elements whose content nobody reads. */
const UNREAD = new Set(['script', 'style', 'title', 'template']);

// "I <3 it" opens no tag and "AT&T" or "?a=1&copy=2" names no entity, although a browser would guess. What stands in for
// the two while the markup is read are control characters, which no text has.
const NO_TAG = /<(?![^<>]*>)/g;
const NO_ENTITY = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi;
const LESS_THAN = '\u0001';
const AMPERSAND = '\u0002';

// C0 and C1 without tab and line feed, soft hyphen, zero-width space, word joiner, BOM, bidi marks and embeddings, lone
// surrogates.
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/g;
// Joiners make emoji families and Persian words; one between two characters is all that has a meaning.
const REPEATED_JOINER = /([\u200c\u200d])[\u200c\u200d]+/g;
const DANGLING_JOINER = /(?<=^|\s)[\u200c\u200d]|[\u200c\u200d](?=\s|$)/g;

/**
 * Plain text with real newlines: tags stripped, entities decoded once, `<br>`, paragraphs and other blocks become line
 * breaks, what shows as nothing removed, runs of blanks and of empty lines folded. Empty when nothing of it is visible.
 */
export function plainText(html: string): string {
  return tidyText(/[<&]/.test(html) ? new MarkupReader().read(legible(html)) : html);
}

/** A name, as it is: blanks folded, what shows as nothing removed. Empty when nothing of it is visible. */
export function plainLine(text: string): string {
  return tidyText(text).replace(/\n+/g, ' ');
}

function legible(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(INVISIBLE, '');
}

/** Text that is plain already, in the one form of {@link plainText}. */
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
 * Reads markup tag by tag, without building a tree: neither depth nor a missing end costs anything, and 200,000
 * characters of hostile markup take 100 ms at most.
 */
class MarkupReader {
  private readonly written: string[] = [];
  private atLineStart = true;
  /** After a break of the markup, the source's own line end says nothing more. */
  private afterBreak = false;
  /** Where the content of an element that nobody reads began. Without its end it was no such element. */
  private unread: { name: string; from: number } | null = null;

  read(html: string): string {
    const source = html.replace(NO_TAG, LESS_THAN).replace(NO_ENTITY, AMPERSAND);
    const name = (start: number, end: number): string => source.slice(start, end).toLowerCase();
    const nothing = (): void => undefined;
    const tokenizer = new Tokenizer(
      { decodeEntities: true },
      {
        ontext: (start, end) => this.text(source.slice(start, end)),
        ontextentity: (codePoint) => this.write(legible(String.fromCodePoint(codePoint))),
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
    return this.written.join('').replaceAll(LESS_THAN, '<').replaceAll(AMPERSAND, '&');
  }

  private open(name: string): void {
    if (name === 'br') this.lineBreak();
    else if (BLOCKS.has(name)) this.lineStart();
    else if (CELLS.has(name)) this.write(' ');
    else if (UNREAD.has(name)) this.unread ??= { name, from: this.written.length };
  }

  private close(name: string): void {
    if (BLOCKS.has(name)) this.lineStart();
    if (this.unread?.name !== name) return;
    this.written.length = this.unread.from;
    this.unread = null;
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

/** The first `limit` characters, never half of a surrogate pair. */
export function truncate(text: string, limit: number): string {
  return text.length > limit ? text.slice(0, limit).replace(/[\ud800-\udbff]$/, '') : text;
}

/** {@link tidyText} of at most `limit` characters. */
export function cleanText(text: string, limit: number): string {
  return truncate(tidyText(text), limit);
}

/** {@link cleanText} on one line. */
export function cleanLine(text: string, limit: number): string {
  return truncate(plainLine(text), limit);
}
