import { Logger } from '@nestjs/common';
import { type DomainEvent, parseSubject } from '@plaudit/contracts';
import type { JetStreamManager, Msg, NatsConnection, StreamInfo } from 'nats';
import type { NatsLink } from '../connection/nats-link';
import { readEvent } from '../envelope/read-event';
import { WakeSignal } from '../outbox/wake-signal';
import { EVENTS_STREAM } from '../topology/topology-settings';
import { LiveSession } from './live-session';

export interface LiveEventsOptions {
  /** The kinds to receive, such as `review.created.v1`. */
  patterns: readonly string[];
  /** Called with each event in the order of the stream. It must not throw. */
  receive: (event: DomainEvent, sequence: number) => void;
  /**
   * Called when the events before the next one are not complete: at the first connect, and after a time without NATS in which
   * the stream lost events. `sequence` is that of the newest event that will not arrive.
   */
  gap: (sequence: number) => void;
  /** Default 3 s. */
  heartbeatMs?: number;
  /** Pause before the next try; default 500 ms. */
  retryMs?: number;
}

const HEARTBEAT_MS = 3_000;
const RETRY_MS = 500;
const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Receives the events that are published from now on, in every replica, without a durable and without acknowledgements. After a
 * reconnect and after a restart of the server it goes on after the last event that it received. For what people look at now:
 * a projection needs a durable.
 */
export class LiveEvents {
  private readonly logger = new Logger(LiveEvents.name);
  private readonly signal = new WakeSignal();
  private readonly patterns: ReadonlySet<string>;
  private removeLinkListener: () => void = () => {};
  private session: LiveSession | null = null;
  private running: Promise<void> | null = null;
  private stopping = false;
  private last: number | null = null;
  private streamCreated: string | null = null;
  private isReading = false;

  constructor(
    private readonly link: NatsLink,
    private readonly options: LiveEventsOptions,
  ) {
    this.patterns = new Set(options.patterns);
  }

  /** The sequence up to which every event has been received. Null before the first connect. */
  get sequence(): number | null {
    return this.last;
  }

  /** False while events may be published that do not arrive yet, because NATS or its stream cannot be reached. */
  get receiving(): boolean {
    return this.isReading;
  }

  start(): void {
    if (this.running) return;
    this.removeLinkListener = this.link.onChange((connected) => {
      if (connected) this.signal.interrupt();
      else this.session?.close('the connection was lost');
    });
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.removeLinkListener();
    this.session?.close();
    this.signal.interrupt();
    await this.running;
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stopping) {
      const reason = await this.read();
      failures = reason === null ? 0 : failures + 1;
      // The first one may be a restart of the server. A reason that stays is logged once.
      if (reason !== null && failures === 2)
        this.logger.warn(`Receives no live events and tries again: ${reason}`);
      if (!this.stopping) await this.signal.rest(this.options.retryMs ?? RETRY_MS);
    }
  }

  /** Reads until something ends the session. Returns the reason if it did not begin, or null. */
  private async read(): Promise<string | null> {
    const { connection } = this.link;
    if (!connection || !this.link.connected) return null;
    try {
      const jsm = await connection.jetstreamManager({ checkAPI: false, timeout: REQUEST_TIMEOUT_MS });
      await this.readFrom(connection, jsm);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  private async readFrom(connection: NatsConnection, jsm: JetStreamManager): Promise<void> {
    const last = this.placeIn(await jsm.streams.info(EVENTS_STREAM));
    const session = new LiveSession(connection, {
      service: this.link.service,
      filters: this.options.patterns.map((pattern) => `${pattern}.>`),
      heartbeatMs: this.options.heartbeatMs ?? HEARTBEAT_MS,
      receive: (message, sequence) => this.receive(message, sequence),
    });
    this.session = session;
    try {
      if (this.stopping) return;
      await session.open(jsm, last + 1);
      this.isReading = true;
      const reason = await session.ended;
      if (reason !== null) this.logger.debug(`Begins to receive live events again: ${reason}`);
    } finally {
      session.close();
      this.session = null;
      this.isReading = false;
      if (this.link.connected) await session.remove(jsm);
    }
  }

  /** Returns the sequence after which to go on. Reports a gap if events before it are missing. */
  private placeIn({ created, state }: StreamInfo): number {
    const { first_seq: first, last_seq: newest } = state;
    const isSameStream = this.streamCreated === created;
    this.streamCreated = created;
    // Events may be purged before they are received, and a server may lose its newest ones in a power failure.
    const isComplete = this.last !== null && isSameStream && first <= this.last + 1 && newest >= this.last;
    if (this.last !== null && isComplete) return this.last;
    this.last = newest;
    this.options.gap(newest);
    return newest;
  }

  private receive(message: Msg, sequence: number): void {
    if (this.last !== null && sequence <= this.last) return;
    this.last = sequence;
    const subject = parseSubject(message.subject);
    if (!subject || !this.patterns.has(subject.pattern)) return;
    let event: DomainEvent;
    try {
      event = readEvent(message.data);
    } catch (error) {
      this.logger.warn(`Cannot read a live event: ${(error as Error).message}`);
      return;
    }
    this.options.receive(event, sequence);
  }
}
