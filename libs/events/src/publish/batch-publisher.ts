import { Logger } from '@nestjs/common';
import { createInbox, headers, type Msg, type NatsConnection, type NatsError, type Subscription } from 'nats';
import type { NatsLink } from '../connection/nats-link';
import { logRefused } from '../connection/refused-subscription';
import { Batch } from './batch';
import { failed, type OutgoingMessage, type PublishOutcome, readAck } from './publish-outcome';

interface BatchPublisherOptions {
  /** Messages in flight at once; default 512. */
  windowSize?: number;
  /** Longest time without a response of the stream before the messages in flight count as failed; default 5 s. */
  timeoutMs?: number;
}

/**
 * Publishes batches of messages to JetStream and receives all acknowledgements on one inbox. A promise and a timer per
 * message, as in `js.publish`, would cost three quarters of the throughput.
 */
export class BatchPublisher {
  private readonly logger = new Logger(BatchPublisher.name);
  private readonly batches = new Map<number, Batch>();
  private readonly removeLinkListener: () => void;
  private readonly windowSize: number;
  private readonly timeoutMs: number;
  private readonly inbox: string;
  private replies: Subscription | null = null;
  private lastBatch = 0;
  private loggedRefusal = false;

  constructor(
    private readonly link: NatsLink,
    options: BatchPublisherOptions = {},
  ) {
    this.windowSize = options.windowSize ?? 512;
    this.timeoutMs = options.timeoutMs ?? 5_000;
    this.inbox = createInbox(`_INBOX.${link.service}`);
    this.removeLinkListener = link.onChange((connected) => {
      if (!connected) this.abortAll();
    });
  }

  /** Returns one outcome per message, in the order of the messages. Never rejects. */
  async publish(messages: readonly OutgoingMessage[]): Promise<PublishOutcome[]> {
    const nats = this.link.connection;
    if (!nats || !this.link.connected) {
      return messages.map(() => failed('disconnected', 'not connected to NATS'));
    }
    const problem = this.link.publishProblem;
    if (problem) return messages.map(() => failed('payload_limit', problem));
    this.replies ??= nats.subscribe(`${this.inbox}.>`, {
      callback: (error, reply) => (error ? this.refused(error) : this.receive(reply)),
    });
    const number = ++this.lastBatch;
    const batch = new Batch(messages, {
      windowSize: this.windowSize,
      timeoutMs: this.timeoutMs,
      send: (message, index) => this.send(nats, message, `${this.inbox}.${number}.${index}`),
    });
    this.batches.set(number, batch);
    try {
      return await batch.run();
    } finally {
      this.batches.delete(number);
    }
  }

  close(): void {
    this.removeLinkListener();
    this.abortAll();
    this.replies?.unsubscribe();
    this.replies = null;
  }

  private send(nats: NatsConnection, message: OutgoingMessage, reply: string): void {
    const messageHeaders = headers();
    messageHeaders.set('Nats-Msg-Id', message.id);
    for (const [name, value] of Object.entries(message.headers ?? {})) messageHeaders.set(name, value);
    nats.publish(message.subject, message.payload, { headers: messageHeaders, reply });
  }

  private receive(reply: Msg): void {
    const [batch, index] = reply.subject.slice(this.inbox.length + 1).split('.');
    this.batches.get(Number(batch))?.settle(Number(index), readAck(reply));
  }

  /** The server has closed the subscription. The next batch tries again, because the permissions may have changed. */
  private refused(error: NatsError): void {
    if (!this.loggedRefusal) logRefused(this.logger, `${this.inbox}.>`, error);
    this.loggedRefusal = true;
    this.replies = null;
    this.abortAll('NATS refuses the subscription to the acknowledgements');
  }

  private abortAll(why = 'the connection to NATS was lost'): void {
    for (const batch of this.batches.values()) batch.abort('disconnected', why);
  }
}
