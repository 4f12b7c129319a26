import { Logger } from '@nestjs/common';
import type { DurableTopology } from '@plaudit/contracts';
import type { NatsConnection } from 'nats';
import type { NatsLink } from '../connection/nats-link';
import { WakeSignal } from '../outbox/wake-signal';
import { within } from '../connection/within';
import { PermanentError } from './permanent-error';
import { readEvent } from '../envelope/read-event';
import type { Delivery } from './delivery';
import type { ConsumerCounters, DeliveryHandler, Incoming } from './delivery-handler';
import { checkDurable } from './durable-check';
import { KeyedLanes } from './keyed-lanes';
import { PullSession } from './pull-session';

interface DurableConsumerOptions {
  topology: DurableTopology;
  handler: DeliveryHandler;
  lanes: number;
  /** First and longest pause before a durable that cannot be consumed is looked at again. */
  recheckMs: { first: number; longest: number };
}

/** How one durable fares in this process; the counters are of its life so far. */
export interface ConsumerStatus extends ConsumerCounters {
  durable: string;
  /** True while it pulls. */
  consuming: boolean;
  /** Why it cannot: the durable is missing or ahead of the stream. Null while NATS is merely away. */
  problem: string | null;
  /** Deliveries being handled or waiting in a lane. */
  held: number;
  /** Messages that waited for the durable when the last one arrived, or when it was last looked at. */
  waiting: number;
}

const STREAM = 'EVENTS';
const FLUSH_TIMEOUT_MS = 2_000;
/** A session that ended sooner counts as a failed one, or a refused pull would be repeated without pause. */
const STEADY_MS = 5_000;

/** Consumes one durable for as long as it runs: through reconnects, and through the durable's absence. */
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
  private forgetLink: () => void = () => {};
  private keepAlive: NodeJS.Timeout | undefined;

  constructor(
    private readonly link: NatsLink,
    private readonly options: DurableConsumerOptions,
  ) {
    this.lanes = new KeyedLanes(options.lanes);
  }

  get status(): ConsumerStatus {
    return {
      durable: this.options.topology.name,
      consuming: this.session !== null,
      problem: this.problem,
      held: this.held.size,
      waiting: this.waiting,
      ...this.options.handler.counters,
    };
  }

  start(): void {
    if (this.running) return;
    this.forgetLink = this.link.onChange((connected) => this.linkChanged(connected));
    this.keepAlive = setInterval(() => this.sayWorking(), this.options.topology.ackWaitMs / 3);
    this.keepAlive.unref();
    this.running = this.run();
  }

  /** Stops pulling, gives back what no handler has begun, and waits for the handlers that run. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.signal.interrupt();
    await this.session?.stop();
    await this.running;
    await this.lanes.idle();
    clearInterval(this.keepAlive);
    this.forgetLink();
    // The last acks must be with the server before anyone closes the connection.
    const nats = this.link.connection;
    if (nats && this.link.connected)
      await within(nats.flush(), FLUSH_TIMEOUT_MS, 'no answer').catch(() => {});
  }

  private linkChanged(connected: boolean): void {
    // The server forgot our pull request; and it may have come back without its last messages.
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

  /** One session, from the check of the durable to its end; false when it came to nothing. */
  private async consume(nats: NatsConnection): Promise<boolean> {
    const { name } = this.options.topology;
    try {
      const state = await checkDurable(await nats.jetstreamManager({ checkAPI: false }), STREAM, name);
      this.report(state.usable ? null : state.reason);
      if (!state.usable || this.stopping) return false;
      this.waiting = state.consumer.num_pending;
    } catch (error) {
      this.logger.warn(`${name} cannot be looked at: ${(error as Error).message}`);
      return false;
    }
    const openedAt = Date.now();
    this.session = this.open(nats);
    const reason = await this.session.ended;
    this.session = null;
    if (reason !== null) this.logger.warn(`${name} is no longer pulled: ${reason}`);
    return reason === null || Date.now() - openedAt >= STEADY_MS;
  }

  private open(nats: NatsConnection): PullSession {
    return new PullSession(nats, {
      stream: STREAM,
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
    this.waiting = delivery.behind;
    const incoming = read(delivery);
    const { event } = incoming;
    // Without an event there is nothing to keep in order.
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

  private sayWorking(): void {
    for (const delivery of this.held) delivery.working();
  }

  private report(problem: string | null): void {
    if (problem && problem !== this.problem) this.logger.warn(problem);
    if (!problem && this.problem) this.logger.log(`${this.options.topology.name} is there now`);
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
