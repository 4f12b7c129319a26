import { type Msg, type MsgHdrs, nanos } from 'nats';

/**
 * One delivery of a stored message to a durable. nats.js has such a class but does not export it. Its own ways of
 * pulling cannot be drained without loss.
 */
export class Delivery {
  readonly stream: string;
  readonly durable: string;
  /** 1 on the first delivery. */
  readonly count: number;
  /** Sequence in the stream. */
  readonly sequence: number;
  /** Messages that waited for the durable when this one was sent. */
  readonly pending: number;
  readonly receivedAt = Date.now();
  private settled = false;

  constructor(private readonly message: Msg) {
    // $JS.ACK.<stream>.<consumer>.<delivered>.<stream seq>.<consumer seq>.<time>.<pending>. Newer servers add the
    // domain and the account hash after ACK.
    const tokens = (message.reply ?? '').split('.');
    const [stream, durable, count, sequence, , , pending] = tokens.slice(tokens.length === 9 ? 2 : 4);
    this.stream = stream ?? '';
    this.durable = durable ?? '';
    this.count = Number(count);
    this.sequence = Number(sequence);
    this.pending = Number(pending);
  }

  get subject(): string {
    return this.message.subject;
  }

  get data(): Uint8Array {
    return this.message.data;
  }

  get headers(): MsgHdrs | undefined {
    return this.message.headers;
  }

  /** Acknowledges the delivery. */
  ack(): void {
    this.settle('+ACK');
  }

  /** Requests another delivery after `delayMs`. Without a delay, the next consumer that pulls receives the message. */
  nak(delayMs = 0): void {
    this.settle(delayMs > 0 ? `-NAK ${JSON.stringify({ delay: nanos(delayMs) })}` : '-NAK');
  }

  /**
   * Ends all deliveries of the message. It sends no reason, because servers before 2.10.4 ignore a term with a reason.
   */
  term(): void {
    this.settle('+TERM');
  }

  /** Restarts the ack wait of a delivery that is still being handled. */
  extendAckDeadline(): void {
    if (!this.settled) this.send('+WPI');
  }

  private settle(text: string): void {
    if (this.settled) return;
    this.settled = true;
    this.send(text);
  }

  private send(text: string): void {
    try {
      this.message.respond(text);
    } catch {
      // The connection is closed. The server delivers again after the ack wait, and the inbox skips what was done.
    }
  }
}
