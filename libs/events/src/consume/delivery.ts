import { type Msg, type MsgHdrs, nanos } from 'nats';

/** Header that addresses a message to one durable; the others pass over it. Set when a dead letter is redelivered. */
export const ONLY_FOR_HEADER = 'Plaudit-Only-For';

/**
 * One delivery of a stored message to a durable. nats.js has such a class but does not export it, and hands it out
 * only by ways of pulling that cannot be drained without loss.
 */
export class Delivery {
  readonly stream: string;
  readonly durable: string;
  /** 1 on the first delivery. */
  readonly count: number;
  /** Sequence in the stream. */
  readonly sequence: number;
  /** Messages that waited for the durable when this one was sent. */
  readonly behind: number;
  private answered = false;

  constructor(private readonly message: Msg) {
    // $JS.ACK.<stream>.<consumer>.<delivered>.<stream seq>.<consumer seq>.<time>.<pending>, with domain and account
    // hash after ACK on newer servers.
    const tokens = (message.reply ?? '').split('.');
    const [stream, durable, count, sequence, , , behind] = tokens.slice(tokens.length === 9 ? 2 : 4);
    this.stream = stream ?? '';
    this.durable = durable ?? '';
    this.count = Number(count);
    this.sequence = Number(sequence);
    this.behind = Number(behind);
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

  get onlyFor(): string | null {
    return this.message.headers?.get(ONLY_FOR_HEADER) || null;
  }

  /** Handled. */
  ack(): void {
    this.answer('+ACK');
  }

  /** To be delivered again after `delayMs`; without a delay at once, to whoever pulls next. */
  nak(delayMs = 0): void {
    this.answer(delayMs > 0 ? `-NAK ${JSON.stringify({ delay: nanos(delayMs) })}` : '-NAK');
  }

  /** Never again. Bare: servers before 2.10.4 ignore a term with a reason. */
  term(): void {
    this.answer('+TERM');
  }

  /** Still being worked on: the ack wait starts anew. */
  working(): void {
    if (!this.answered) this.send('+WPI');
  }

  private answer(text: string): void {
    if (this.answered) return;
    this.answered = true;
    this.send(text);
  }

  private send(text: string): void {
    try {
      this.message.respond(text);
    } catch {
      // The connection is closed; the server delivers again after the ack wait, and the inbox knows what was done.
    }
  }
}
