import { fieldBlocks, type Fields } from './header-fields';

/** A part of a mail that is not multipart. */
export interface MimePart {
  /** In lower case, such as `message/delivery-status`. */
  type: string;
  /** The decoded beginning of its content. */
  text: string;
}

export interface MimeMail {
  headers: Fields;
  /** All lines of the header. */
  head: string;
  parts: MimePart[];
}

const MAX_LINES = 50_000;
const MAX_HEADER_LINES = 500;
const MAX_PARTS = 50;
const MAX_DEPTH = 8;
const MAX_PART_LENGTH = 64 * 1024;
const NONE: Fields = new Map();

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i;

/** A part while its lines are read. */
interface OpenPart {
  header: string[];
  /** Null while the header is read. */
  fields: Fields | null;
  body: string[];
  length: number;
}

/**
 * Reads the parts of a mail in one pass over its lines, with limits of lines, parts, depth and content. Strangers write these mails,
 * and general parsers take minutes for some of them. Returned mails (`message/rfc822`) stay one part, and their content is not
 * decoded.
 */
export function readMime(raw: Buffer): MimeMail {
  const reader = new MimeReader();
  for (const line of raw.toString('latin1').split(/\r\n|\n|\r/, MAX_LINES)) {
    if (!reader.take(line)) break;
  }
  return reader.end();
}

class MimeReader {
  private readonly boundaries: string[] = [];
  private readonly parts: MimePart[] = [];
  private headers: Fields | null = null;
  private head = '';
  /** The lines behind the header of a multipart mail, until its first part begins. */
  private readonly preamble: OpenPart = { ...newPart(), fields: NONE };
  /** Null between the parts. */
  private open: OpenPart | null = newPart();

  /** Returns false if the rest of the mail is not read. */
  take(line: string): boolean {
    if (line.startsWith('--') && this.isDelimiter(line)) return this.parts.length < MAX_PARTS;
    if (this.open) this.takeInto(this.open, line);
    else if (this.parts.length === 0) this.takeInto(this.preamble, line);
    return true;
  }

  end(): MimeMail {
    this.close();
    // Some servers write another boundary than they name.
    if (this.parts.length === 0) this.parts.push({ type: 'text/plain', text: decoded(this.preamble, NONE) });
    return { headers: this.headers ?? NONE, head: this.head, parts: this.parts };
  }

  private isDelimiter(line: string): boolean {
    const text = line.trimEnd();
    const level = this.boundaries.findLastIndex((boundary) =>
      [`--${boundary}`, `--${boundary}--`].includes(text),
    );
    if (level === -1) return false;
    this.close();
    const isLast = text !== `--${this.boundaries[level]}`;
    this.boundaries.length = isLast ? level : level + 1;
    this.open = isLast ? null : newPart();
    return true;
  }

  private takeInto(part: OpenPart, line: string): void {
    if (part.fields) {
      if (part.length > MAX_PART_LENGTH) return;
      part.body.push(line);
      part.length += line.length + 1;
    } else if (line === '') this.endHeader(part);
    else if (part.header.length < MAX_HEADER_LINES) part.header.push(line);
  }

  private endHeader(part: OpenPart): void {
    const head = part.header.join('\n');
    part.fields = fieldBlocks(head)[0] ?? NONE;
    if (this.headers === null) [this.headers, this.head] = [part.fields, head.slice(0, MAX_PART_LENGTH)];
    const type = part.fields.get('content-type') ?? '';
    if (!/^multipart\//i.test(type)) return;
    const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
    const boundary = quoted ?? plain;
    if (boundary !== undefined && this.boundaries.length < MAX_DEPTH) this.boundaries.push(boundary);
    this.open = null;
  }

  private close(): void {
    const { open } = this;
    this.open = null;
    if (!open) return;
    if (!open.fields) this.endHeader(open);
    const fields = open.fields ?? NONE;
    const type = /^[\w-]+\/[\w.+-]+/.exec(fields.get('content-type') ?? 'text/plain')?.[0] ?? 'text/plain';
    if (/^multipart\//i.test(type)) return;
    this.parts.push({ type: type.toLowerCase(), text: decoded(open, fields) });
  }
}

function newPart(): OpenPart {
  return { header: [], fields: null, body: [], length: 0 };
}

function decoded({ body }: OpenPart, fields: Fields): string {
  const text = body.join('\n').slice(0, MAX_PART_LENGTH);
  const encoding = fields.get('content-transfer-encoding')?.toLowerCase();
  const charset = /;\s{0,20}charset\s{0,20}=\s{0,20}"?([\w.:-]{1,40})/i.exec(
    fields.get('content-type') ?? '',
  )?.[1];
  if (encoding === 'base64') return inCharset(Buffer.from(text, 'base64'), charset);
  const bytes = encoding === 'quoted-printable' ? unquoted(text) : text;
  return inCharset(Buffer.from(bytes, 'latin1'), charset);
}

/** Text in an unknown charset is read as UTF-8: codes and addresses are ASCII in almost all of them. */
function inCharset(bytes: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

function unquoted(text: string): string {
  return text
    .replace(/=[ \t]{0,80}\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
