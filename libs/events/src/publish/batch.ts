import type { OutgoingMessage, PublishFailure, PublishOutcome } from './publish-outcome';
import { failed } from './publish-outcome';

interface BatchTransport {
  /** Hands one message to the connection; throws when that is closed. */
  send(message: OutgoingMessage, index: number): void;
  windowSize: number;
  timeoutMs: number;
}

/**
 * One run of messages on their way to the stream, in order. The first failure stops the sending: a message behind a
 * lost one must not overtake it. Those already under way are still waited for, and may be stored although one before
 * them was not (a full stream has room for a small one); hence at most one of each key is under way.
 */
export class Batch {
  private readonly outcomes: (PublishOutcome | undefined)[];
  private readonly keysUnderWay = new Set<string>();
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

  /** The stream's answer to message `index`. */
  settle(index: number, outcome: PublishOutcome): void {
    if (index >= this.sent || this.outcomes[index]) return;
    this.outcomes[index] = outcome;
    this.settled += 1;
    this.keysUnderWay.delete(this.messages[index]!.key ?? '');
    if (!outcome.stored) this.stopped = true;
    this.advance();
  }

  /** Nothing more will be answered, e.g. because the connection is lost. */
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
    const open = this.sent - this.settled;
    if (open > 0) {
      // Restarted by every answer: it is silence that is limited, not the batch.
      this.timer = setTimeout(() => {
        this.abort('timeout', `no answer within ${this.transport.timeoutMs} ms`);
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
      if (next.key !== undefined) this.keysUnderWay.add(next.key);
      try {
        this.transport.send(next, index);
      } catch (error) {
        this.outcomes[index] = failed('disconnected', (error as Error).message);
        this.settled += 1;
        this.stopped = true;
      }
    }
  }

  private nextToSend(): OutgoingMessage | undefined {
    const next = this.messages[this.sent];
    const hasRoom = this.sent - this.settled < this.transport.windowSize;
    const waits = next?.key !== undefined && this.keysUnderWay.has(next.key);
    return this.stopped || !hasRoom || waits ? undefined : next;
  }
}
