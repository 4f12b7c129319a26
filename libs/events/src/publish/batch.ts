import {
  failed,
  type OutgoingMessage,
  type PublishFailure,
  type PublishOutcome,
  tooLarge,
} from './publish-outcome';

interface BatchTransport {
  /** Passes one message to the connection. Throws if the connection is closed. */
  send(message: OutgoingMessage, index: number): void;
  windowSize: number;
  timeoutMs: number;
}

/**
 * Publishes a list of messages in order. The first failure stops the sending, so that no message overtakes a lost one.
 * The batch still waits for the messages in flight. They may be stored although one before them was not, because a full
 * stream may have room for a small message. Therefore at most one message of each key is in flight.
 */
export class Batch {
  private readonly outcomes: (PublishOutcome | undefined)[];
  private readonly keysInFlight = new Set<string>();
  private sent = 0;
  private settled = 0;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;
  private finish: (outcomes: PublishOutcome[]) => void = () => {};

  constructor(
    private readonly messages: readonly OutgoingMessage[],
    private readonly transport: BatchTransport,
  ) {
    this.outcomes = Array.from({ length: messages.length });
  }

  run(): Promise<PublishOutcome[]> {
    return new Promise((resolve) => {
      this.finish = resolve;
      this.advance();
    });
  }

  /** Records the outcome of message `index`. */
  settle(index: number, outcome: PublishOutcome): void {
    if (index >= this.sent || this.outcomes[index]) return;
    this.outcomes[index] = outcome;
    this.settled += 1;
    this.keysInFlight.delete(this.messages[index]!.key ?? '');
    if (!outcome.stored) this.stopped = true;
    this.advance();
  }

  /** Marks the messages in flight as failed, for example because the connection was lost. */
  abort(reason: PublishFailure, message: string): void {
    this.stopped = true;
    for (let index = 0; index < this.sent; index += 1) {
      if (this.outcomes[index]) continue;
      this.outcomes[index] = failed(reason, message);
      this.settled += 1;
    }
    this.advance();
  }

  private advance(): void {
    clearTimeout(this.timer);
    this.sendMore();
    const inFlight = this.sent - this.settled;
    if (inFlight > 0) {
      // Every response restarts the timer. It limits the time between responses, not the time of the batch.
      this.timer = setTimeout(() => {
        this.abort('timeout', `no response within ${this.transport.timeoutMs} ms`);
      }, this.transport.timeoutMs);
      return;
    }
    const notSent = failed('not_sent', 'a message before it was not stored');
    this.finish(this.messages.map((_message, index) => this.outcomes[index] ?? notSent));
  }

  private sendMore(): void {
    for (let next = this.nextToSend(); next !== undefined; next = this.nextToSend()) {
      const index = this.sent;
      this.sent += 1;
      if (next.key !== undefined) this.keysInFlight.add(next.key);
      try {
        this.transport.send(next, index);
      } catch (error) {
        this.outcomes[index] = sendFailure(error as Error & { code?: string });
        this.settled += 1;
        this.stopped = true;
      }
    }
  }

  private nextToSend(): OutgoingMessage | undefined {
    const next = this.messages[this.sent];
    const hasRoom = this.sent - this.settled < this.transport.windowSize;
    const keyInFlight = next?.key !== undefined && this.keysInFlight.has(next.key);
    return this.stopped || !hasRoom || keyInFlight ? undefined : next;
  }
}

/** Reads the error of a message that could not be sent. The client refuses one that is larger than the server allows. */
function sendFailure({ code, message }: Error & { code?: string }): PublishOutcome {
  if (code === 'MAX_PAYLOAD_EXCEEDED') return tooLarge('larger than the max_payload of the NATS server');
  return failed('disconnected', message);
}
