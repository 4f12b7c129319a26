import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { ChunkedBody } from './chunked-body';
import { malformed, OutboundError, quoted } from './outbound-error';
import { mendedHead } from './response-heads';

const PROTOCOL = 'http/';
const LF = 0x0a;
const CR = 0x0d;
const NOTHING = Buffer.alloc(0);

/**
 * Returns a connector whose sockets pass every response through a {@link ResponseFilter}. A response that it refuses destroys the
 * socket with an error that says what the server sent.
 */
export function filteredConnector(
  connect: buildConnector.connector,
  maxHeadBytes: number,
): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...opened: Parameters<buildConnector.Callback>) => {
      const [, socket] = opened;
      if (socket) filterResponses(socket, new ResponseFilter(maxHeadBytes));
      callback(...opened);
    });
}

/** Node calls `push` with the bytes that arrive, before anybody can read them. */
function filterResponses(socket: Socket, filter: ResponseFilter): void {
  const push = socket.push.bind(socket);
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  socket.write = (...given: unknown[]) => {
    filter.expectHead();
    return write(...given);
  };
  socket.push = (received: Buffer | null) => {
    try {
      const accepted = received === null ? filter.end() : filter.accept(received);
      const wantsMore = accepted.length === 0 || push(accepted);
      return received === null ? push(null) : wantsMore;
    } catch (error) {
      socket.destroy(error as Error);
      return false;
    }
  };
}

/**
 * Rewrites the responses of one connection in the strict form that undici's parser accepts. Requests are not pipelined, so the bytes
 * that arrive after a request was written begin with the head of its response. Interim responses remain, as status 102. Throws
 * {@link OutboundError} if a response cannot be understood, or if a head has more than `maxHeadBytes`.
 */
export class ResponseFilter {
  /** The head or the chunked body that arrives. Null in another body, and between responses. */
  private reading: { head: Buffer } | ChunkedBody | null = { head: NOTHING };

  constructor(private readonly maxHeadBytes: number) {}

  /** A request is being written. */
  expectHead(): void {
    this.reading ??= { head: NOTHING };
  }

  /** Returns what undici may parse now. It is empty while a head or a line is not complete. */
  accept(received: Buffer): Buffer {
    if (this.reading === null) return received;
    if (this.reading instanceof ChunkedBody) return Buffer.concat(this.chunks(this.reading, received));
    const { head } = this.reading;
    const accepted: Buffer[] = [];
    let rest = head.length === 0 ? received : Buffer.concat([head, received]);
    let searched = head.length;
    for (;;) {
      rest = rest.subarray(leadingBlanks(rest));
      requireProtocol(rest);
      const end = endOfHead(rest, Math.max(0, searched - 3));
      if ((end ?? rest.length) > this.maxHeadBytes) throw tooLarge(this.maxHeadBytes);
      if (end === null) break;
      const { status, text, isChunked } = mendedHead(rest.toString('latin1', 0, end));
      accepted.push(Buffer.from(text, 'latin1'));
      rest = rest.subarray(end);
      searched = 0;
      if (status >= 200) return Buffer.concat([...accepted, ...this.body(rest, isChunked)]);
    }
    this.reading = { head: rest };
    return Buffer.concat(accepted);
  }

  /** Returns what completes the response at the end of the connection. Throws `connection_reset` within a head. */
  end(): Buffer {
    if (this.reading instanceof ChunkedBody) return this.reading.end() ?? NOTHING;
    if (!this.reading?.head.length) return NOTHING;
    const begin = quoted(this.reading.head.toString('latin1'));
    throw new OutboundError(
      'connection_reset',
      `The server closed the connection within the response headers, which begin with ${begin}.`,
    );
  }

  private body(received: Buffer, isChunked: boolean): Buffer[] {
    this.reading = null;
    return isChunked ? this.chunks(new ChunkedBody(this.maxHeadBytes), received) : [received];
  }

  private chunks(body: ChunkedBody, received: Buffer): Buffer[] {
    const accepted = body.accept(received);
    this.reading = body.isComplete ? null : body;
    return accepted;
  }
}

/** Counts the bytes of the empty lines that an earlier response left. */
function leadingBlanks(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === CR || bytes[count] === LF) count += 1;
  return count;
}

/** Refuses other protocols at their first bytes, because they need not have lines. */
function requireProtocol(bytes: Buffer): void {
  const begin = bytes.toString('latin1', 0, PROTOCOL.length);
  if (PROTOCOL.startsWith(begin.toLowerCase())) return;
  throw malformed(`The response is not HTTP/1.1: it begins with ${quoted(bytes.toString('latin1'))}.`);
}

/** Returns the offset behind the empty line that ends a head, or null. */
function endOfHead(bytes: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(LF, from); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return null;
}

function tooLarge(maxHeadBytes: number): OutboundError {
  return new OutboundError('headers_too_large', `The response headers have more than ${maxHeadBytes} bytes.`);
}
