import { Logger } from '@nestjs/common';
import type { DomainEvent, DurableTopology } from '@plaudit/contracts';
import type { NatsConnection } from 'nats';
import type { NatsLink } from '../connection/nats-link';
import { withTimeout } from '../connection/nats-connection';
import { readEvent } from '../envelope/read-event';
import { WakeSignal } from '../outbox/wake-signal';
import type { Delivery } from './delivery';
import type { ConsumerCounters } from './consumer-counters';
import type { DeliveryHandler, Incoming } from './delivery-handler';
import { checkDurable } from './durable-check';
import { KeyedLanes } from './keyed-lanes';
import { PullSession } from './pull-session';
import { PermanentError } from './retry-policy';

interface DurableConsumerOptions {
  topology: DurableTopology;
  handler: DeliveryHandler;
  lanes: number;
  /** First and longest pause before the check of a durable that cannot be consumed is repeated. */
  recheckMs: { first: number; longest: number };
  /** Lifetime of one pull request; default 10 s. */
  pullMs?: number;
}

/** State of one durable in this process. The counters start at 0 with the process. */
export interface ConsumerStatus extends ConsumerCounters {
  durable: string;
  /** EVENTS or DIRECT. */
  stream: string;
  /** True while the consumer pulls. */
  consuming: boolean;
  /** Set if the durable is missing or ahead of the stream. Null while NATS is down. */
  problem: string | null;
  /** Deliveries that are being handled or wait in a lane. */
  held: number;
  /** Seconds since the oldest of them arrived. */
  oldestHeldSeconds: number;
  /** Messages that waited for the durable at the last delivery or the last check. */
  waiting: number;
}

/** A record whose events pile up does not occupy more places than this of the capacity, so that the other lanes work. */
const COUNTED_PER_KEY = 2;
/** Share of the server's max_ack_pending that one process may hold. */
const MAX_HELD_SHARE = 1 / 4;
const FLUSH_TIMEOUT_MS = 2_000;
/** A shorter session counts as failed. Otherwise a refused pull would be repeated without a pause. */
const MIN_SESSION_MS = 5_000;

/** Consumes one durable until it is stopped. Recovers after a reconnect, and after the durable was missing. */
export class DurableConsumer {
  private readonly logger = new Logger(DurableConsumer.name);
  private readonly signal = new WakeSignal();
  private readonly lanes: KeyedLanes;
  private readonly held = new Set<Delivery>();
  private session: PullSession | null = null;
  private problem: string | null = null;
  private waiting = 0;
  private stopping = false;
  private running: Promise<void> | null = null;
  private removeListeners: () => void = () => {};
  private ackTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly link: NatsLink,
    private readonly options: DurableConsumerOptions,
  ) {
    this.lanes = new KeyedLanes(options.lanes, () => this.session?.refill());
  }

  get status(): ConsumerStatus {
    return {
      durable: this.options.topology.name,
      stream: this.options.topology.stream,
      consuming: this.session !== null,
      problem: this.problem,
      held: this.held.size,
      oldestHeldSeconds: this.oldestHeldSeconds(),
      waiting: this.waiting,
      ...this.options.handler.counters,
    };
  }

  start(): void {
    if (this.running) return;
    const removers = [
      this.link.onChange((connected) => this.linkChanged(connected)),
      this.options.handler.onPauseChange(() => this.pauseChanged()),
    ];
    this.removeListeners = () => removers.forEach((remove) => remove());
    this.ackTimer = setInterval(() => this.extendAckDeadlines(), this.options.topology.ackWaitMs / 3);
    this.ackTimer.unref();
    this.running = this.run();
  }

  /** Stops pulling, returns the deliveries that no handler has started, and waits for the running handlers. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.signal.interrupt();
    await this.session?.stop();
    await this.running;
    await this.lanes.idle();
    clearInterval(this.ackTimer);
    this.removeListeners();
    // The server must have the last acks before the connection is closed.
    const nats = this.link.connection;
    if (nats && this.link.connected)
      await withTimeout(nats.flush(), FLUSH_TIMEOUT_MS, 'The flush timed out.').catch(() => {});
  }

  private linkChanged(connected: boolean): void {
    // A restarted server has lost the pull request and may have lost its last messages.
    if (connected) void this.session?.stop();
    this.signal.interrupt();
  }

  /** While the database is away, the consumer does not pull. */
  private pauseChanged(): void {
    if (this.options.handler.paused) void this.session?.stop();
    this.signal.interrupt();
  }

  private async run(): Promise<void> {
    const { first, longest } = this.options.recheckMs;
    let pause = first;
    while (!this.stopping) {
      const nats = this.link.connection;
      const ready = this.link.connected && !this.options.handler.paused;
      if (nats && ready && (await this.consume(nats))) pause = first;
      if (this.stopping) return;
      await this.signal.rest(pause);
      pause = Math.min(pause * 2, longest);
    }
  }

  /** Checks the durable and pulls until the session ends. Returns false if the check or the session failed. */
  private async consume(nats: NatsConnection): Promise<boolean> {
    const { name, stream } = this.options.topology;
    try {
      const state = await checkDurable(await nats.jetstreamManager({ checkAPI: false }), stream, name);
      this.report(state.usable ? null : state.reason);
      if (!state.usable || this.stopping || this.options.handler.paused) return false;
      this.waiting = state.consumer.num_pending;
    } catch (error) {
      this.logger.warn(`Failed to check ${name} of ${stream}: ${(error as Error).message}`);
      return false;
    }
    const openedAt = Date.now();
    this.session = this.open(nats);
    const reason = await this.session.ended;
    this.session = null;
    if (reason !== null) this.logger.warn(`Stopped pulling ${name} of ${stream}: ${reason}`);
    return reason === null || Date.now() - openedAt >= MIN_SESSION_MS;
  }

  private open(nats: NatsConnection): PullSession {
    return new PullSession(nats, {
      stream: this.options.topology.stream,
      durable: this.options.topology.name,
      service: this.link.service,
      capacity: this.capacity,
      room: () => this.room(),
      receive: (delivery) => this.receive(delivery),
      expiresMs: this.options.pullMs,
    });
  }

  private get capacity(): number {
    return this.options.lanes * 2;
  }

  private room(): number {
    const most = Math.max(this.capacity, this.options.topology.maxAckPending * MAX_HELD_SHARE);
    return Math.min(this.capacity - this.lanes.size(COUNTED_PER_KEY), Math.floor(most) - this.held.size);
  }

  private oldestHeldSeconds(): number {
    // A set keeps the order in which the deliveries arrived.
    const [oldest] = this.held;
    return oldest ? (Date.now() - oldest.receivedAt) / 1_000 : 0;
  }

  private receive(delivery: Delivery): void {
    if (this.returns(delivery)) return;
    this.waiting = delivery.pending;
    const incoming = read(delivery);
    const { event } = incoming;
    // A message without a valid event has no order to keep.
    const key = event ? `${event.accountid}/${nounOf(event)}/${event.subject}` : String(delivery.sequence);
    this.held.add(delivery);
    this.lanes.add(key, () => this.handle(incoming));
  }

  private async handle(incoming: Incoming): Promise<void> {
    try {
      if (!this.returns(incoming.delivery)) await this.options.handler.handle(incoming);
    } finally {
      this.held.delete(incoming.delivery);
    }
  }

  /** Returns a delivery to the server if no handler may start now. */
  private returns(delivery: Delivery): boolean {
    if (this.stopping) delivery.nak();
    else if (this.options.handler.paused) this.options.handler.putBack(delivery);
    return this.stopping || this.options.handler.paused;
  }

  private extendAckDeadlines(): void {
    for (const delivery of this.held) delivery.extendAckDeadline();
  }

  private report(problem: string | null): void {
    const { name, stream } = this.options.topology;
    if (problem && problem !== this.problem) this.logger.warn(`Cannot consume ${name}: ${problem}`);
    if (!problem && this.problem) this.logger.log(`Found ${name} of ${stream} usable again`);
    this.problem = problem;
  }
}

/** `aggregatetype` says the same, but nobody else reads it, so it is not checked. */
function nounOf({ type }: DomainEvent): string {
  return type.slice(0, type.indexOf('.'));
}

function read(delivery: Delivery): Incoming {
  try {
    return { delivery, event: readEvent(delivery.data), problem: null };
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
    return { delivery, event: null, problem: error.message };
  }
}
