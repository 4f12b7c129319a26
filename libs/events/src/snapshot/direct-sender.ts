import { setTimeout as delay } from 'node:timers/promises';
import type { JetStreamManager } from 'nats';
import type { NatsLink } from '../connection/nats-link';
import { isNotFound } from '../consume/durable-check';
import { BatchPublisher } from '../publish/batch-publisher';
import { type OutgoingMessage, type PublishOutcome, storedBeforeFailure } from '../publish/publish-outcome';
import { DIRECT_STREAM, EVENTS_STREAM } from '../topology/topology-settings';
import { Pacer } from './pacer';

export interface DirectSenderOptions {
  durable: string;
  /** Items per second. A message may hold many items. */
  rate: number;
  /** Sending pauses while more messages than this wait for the durable. */
  maxBacklog: number;
  /** How long NATS may be unreachable before the sender gives up; default 60 s. */
  patienceMs?: number;
}

const DEFAULT_PATIENCE_MS = 60_000;
const RECHECK_MS = 100;

/** Sends messages to one durable, no faster than its service handles them and no faster than the rate. */
export class DirectSender {
  /** Time that was spent waiting for the durable's service or for room in the stream. */
  waitedMs = 0;
  /** Messages that waited for the durable when that was last looked up. */
  lastBacklog = 0;
  /** Called after each wait, so that the operator sees that the sender waits. */
  onWait: () => void = () => {};
  private readonly publisher: BatchPublisher;
  private readonly pacer: Pacer;

  constructor(
    private readonly link: NatsLink,
    private readonly options: DirectSenderOptions,
  ) {
    this.publisher = new BatchPublisher(link);
    this.pacer = new Pacer(options.rate);
  }

  /**
   * Throws if the durable does not exist in both streams. Without the one in EVENTS, the changes after the snapshot would be lost.
   */
  async checkDurable(): Promise<void> {
    const jsm = await this.manager();
    for (const stream of [EVENTS_STREAM, DIRECT_STREAM]) {
      try {
        await jsm.consumers.info(stream, this.options.durable);
      } catch (error) {
        if (!isNotFound(error)) throw error;
        throw new Error(
          `The durable ${this.options.durable} of stream ${stream} is missing. Run "npm run topology" first.`,
          { cause: error },
        );
      }
    }
  }

  /** Sends the messages in their order, which hold `items` items. Throws if the stream refuses one for good. */
  async send(messages: readonly OutgoingMessage[], items: number): Promise<void> {
    const pause = this.pacer.delayFor(items, performance.now());
    if (pause > 0) await delay(pause);
    await this.waitForBacklog(this.options.maxBacklog);
    let unsent = messages;
    let failingSince: number | null = null;
    for (;;) {
      const outcomes = await this.publisher.publish(unsent);
      const stored = storedBeforeFailure(outcomes);
      if (stored === unsent.length) return;
      const outcome = outcomes[stored]!;
      if (stored > 0 || isFull(outcome)) failingSince = null;
      failingSince ??= performance.now();
      this.throwIfHopeless(outcome, failingSince);
      unsent = unsent.slice(stored);
      await this.wait();
    }
  }

  /** Waits until at most `most` messages wait for the durable. */
  async waitForBacklog(most: number): Promise<void> {
    if ((await this.backlog()) <= most) return;
    // Half of the limit, so that the durable's service does not wait for each single message.
    while ((await this.backlog()) > most / 2) await this.wait();
  }

  /** Returns how many messages wait for the durable or are being handled. */
  async backlog(): Promise<number> {
    const givesUpAt = performance.now() + (this.options.patienceMs ?? DEFAULT_PATIENCE_MS);
    for (;;) {
      try {
        const info = await (await this.manager()).consumers.info(DIRECT_STREAM, this.options.durable);
        this.lastBacklog = info.num_pending + info.num_ack_pending;
        return this.lastBacklog;
      } catch (error) {
        if (isNotFound(error) || performance.now() > givesUpAt) throw error;
        await this.wait();
      }
    }
  }

  close(): void {
    this.publisher.close();
  }

  private async manager(): Promise<JetStreamManager> {
    const { connection } = this.link;
    if (!connection) throw new Error('There is no connection to NATS.');
    return connection.jetstreamManager({ checkAPI: false });
  }

  private throwIfHopeless(outcome: PublishOutcome, failingSince: number): void {
    if (outcome.stored || isFull(outcome)) return;
    const patient = performance.now() - failingSince < (this.options.patienceMs ?? DEFAULT_PATIENCE_MS);
    if (patient && outcome.reason !== 'rejected') return;
    throw new Error(`Could not send to ${this.options.durable}: ${outcome.reason}: ${outcome.message}`);
  }

  private async wait(): Promise<void> {
    const from = performance.now();
    await delay(RECHECK_MS);
    this.waitedMs += performance.now() - from;
    this.onWait();
  }
}

function isFull(outcome: PublishOutcome): boolean {
  return !outcome.stored && outcome.reason === 'stream_full';
}
