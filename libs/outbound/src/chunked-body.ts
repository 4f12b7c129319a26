import { malformed, OutboundError, quoted } from './outbound-error';

/** Nothing depends on extensions. Some servers pad the size with spaces. */
const SIZE = /^([\da-f]{1,16})[ \t]*(?:;.*)?$/i;
const LF = 0x0a;
const LINE_END = Buffer.from('\r\n', 'latin1');
const LAST_CHUNK = Buffer.from('0\r\n\r\n', 'latin1');

/**
 * Rewrites one chunked body in the strict form that undici accepts. It drops the extensions and the trailers. Throws
 * {@link OutboundError} if a size is not a number, if a chunk does not end after its size, or if a line or all trailers have more
 * than `maxLineBytes`.
 */
export class ChunkedBody {
  /** The part that arrives next. */
  private part: 'size' | 'data' | 'end of data' | 'trailers' | 'nothing' = 'size';
  private line = '';
  private trailerBytes = 0;
  /** The bytes that the current chunk still lacks. */
  private missing = 0;

  constructor(private readonly maxLineBytes: number) {}

  get isComplete(): boolean {
    return this.part === 'nothing';
  }

  /** Returns the rewritten bytes. Bytes behind the body follow unchanged. */
  accept(received: Buffer): Buffer[] {
    const accepted: Buffer[] = [];
    let at = 0;
    while (at < received.length && !this.isComplete) {
      if (this.part === 'data') {
        const data = received.subarray(at, at + this.missing);
        accepted.push(Buffer.from(`${data.length.toString(16)}\r\n`, 'latin1'), data, LINE_END);
        this.missing -= data.length;
        if (this.missing === 0) this.part = 'end of data';
        at += data.length;
      } else {
        at = this.readLine(received, at);
      }
    }
    if (this.isComplete) accepted.push(LAST_CHUNK, received.subarray(at));
    return accepted;
  }

  /** Returns what completes the body when the connection ends: after the last chunk nothing but trailers is missing. */
  end(): Buffer | null {
    return this.part === 'trailers' ? LAST_CHUNK : null;
  }

  /** Returns the offset behind what it read of the line. */
  private readLine(received: Buffer, from: number): number {
    const end = received.indexOf(LF, from);
    const next = end === -1 ? received.length : end + 1;
    if (this.line.length + next - from > this.maxLineBytes)
      throw malformed(`A line between the chunks of the response has more than ${this.maxLineBytes} bytes.`);
    this.line += received.toString('latin1', from, next);
    if (end !== -1) {
      this.endLine(this.line.replace(/\r?\n$/, ''));
      this.line = '';
    }
    return next;
  }

  private endLine(line: string): void {
    if (this.part === 'size') this.endSize(line);
    else if (this.part === 'trailers') this.endTrailer(line);
    else if (line === '') this.part = 'size';
    else throw malformed(`A chunk of the response is longer than its size: ${quoted(line)} follows.`);
  }

  private endSize(line: string): void {
    const [, size] = SIZE.exec(line) ?? [];
    if (size === undefined)
      throw malformed(`The response has ${quoted(line)} in place of the size of a chunk.`);
    this.missing = Number.parseInt(size, 16);
    this.part = this.missing === 0 ? 'trailers' : 'data';
  }

  private endTrailer(line: string): void {
    if (line === '') this.part = 'nothing';
    this.trailerBytes += line.length;
    if (this.trailerBytes > this.maxLineBytes)
      throw new OutboundError(
        'headers_too_large',
        `The trailers of the response have more than ${this.maxLineBytes} bytes.`,
      );
  }
}
