import { Logger } from '@nestjs/common';
import type { DurableTopology } from '@plaudit/contracts';
import type { NatsConnection } from 'nats';
import type { NatsLink } from '../connection/nats-link';
import { withTimeout } from '../connection/nats-connection';
import { readEvent } from '../envelope/read-event';
import { WakeSignal } from '../outbox/wake-signal';
import type { Delivery } from './delivery';
import type { ConsumerCounters, DeliveryHandler, Incoming } from './delivery-handler';
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
  /** Messages that waited for the durable at the last delivery or the last check. */
  waiting: number;
}

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
  private removeLinkListener: () => void = () => {};
  private ackTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly link: NatsLink,
    private readonly options: DurableConsumerOptions,
  ) {
    this.lanes = new KeyedLanes(options.lanes);
  }

  get status(): ConsumerStatus {
    return {
      durable: this.options.topology.name,
      stream: this.options.topology.stream,
      consuming: this.session !== null,
      problem: this.problem,
      held: this.held.size,
      waiting: this.waiting,
      ...this.options.handler.counters,
    };
  }

  start(): void {
    if (this.running) return;
    this.removeLinkListener = this.link.onChange((connected) => this.linkChanged(connected));
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
    this.removeLinkListener();
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

  private async run(): Promise<void> {
    const { first, longest } = this.options.recheckMs;
    let pause = first;
    while (!this.stopping) {
      const nats = this.link.connection;
      if (nats && this.link.connected && (await this.consume(nats))) pause = first;
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
      if (!state.usable || this.stopping) return false;
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
      capacity: this.options.lanes * 2,
      held: () => this.held.size,
      receive: (delivery) => this.receive(delivery),
    });
  }

  private receive(delivery: Delivery): void {
    if (this.stopping) {
      delivery.nak();
      return;
    }
    this.held.add(delivery);
    this.waiting = delivery.pending;
    const incoming = read(delivery);
    const { event } = incoming;
    // A message without a valid event has no order to keep.
    const key = event
      ? `${event.accountid}/${event.aggregatetype}/${event.subject}`
      : String(delivery.sequence);
    this.lanes.add(key, () => this.handle(incoming));
  }

  private async handle(incoming: Incoming): Promise<void> {
    try {
      if (this.stopping) incoming.delivery.nak();
      else await this.options.handler.handle(incoming);
    } finally {
      this.held.delete(incoming.delivery);
      this.session?.refill();
    }
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

function read(delivery: Delivery): Incoming {
  try {
    return { delivery, event: readEvent(delivery.data), problem: null };
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
    return { delivery, event: null, problem: error.message };
  }
}
