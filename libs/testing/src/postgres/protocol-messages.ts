/** Splits one direction of a Postgres connection (protocol 3) into messages. */
export class ProtocolMessages {
  private rest = Buffer.alloc(0);
  private headless: boolean;

  /** The first message of a client has no type byte before its length. All others have one. */
  constructor(shape: 'headless first' | 'all alike') {
    this.headless = shape === 'headless first';
  }

  /** Returns the messages that this chunk completes. */
  *cut(chunk: Buffer): Generator<Buffer> {
    this.rest = Buffer.concat([this.rest, chunk]);
    for (;;) {
      const head = this.headless ? 0 : 1;
      if (this.rest.length < head + 4) return;
      const size = head + this.rest.readInt32BE(head);
      if (this.rest.length < size) return;
      const message = this.rest.subarray(0, size);
      this.rest = this.rest.subarray(size);
      this.headless = false;
      yield message;
    }
  }
}

/** Returns the SQL of a client's Query or Parse message, and null for other messages. */
export function statementOf(message: Buffer): string | null {
  const kind = String.fromCharCode(message[0] ?? 0);
  if (kind === 'Q') return message.toString('utf8', 5, message.length - 1);
  if (kind !== 'P') return null;
  const start = message.indexOf(0, 5) + 1;
  return message.toString('utf8', start, message.indexOf(0, start));
}
