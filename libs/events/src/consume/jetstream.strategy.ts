import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { type DurableTopology, type EventDefinition, KINDS } from '@plaudit/contracts';
import type { Database } from '@plaudit/database';
import type { NatsLink } from '../connection/nats-link';
import { DeadLetterWriter } from '../dead-letters/dead-letter-writer';
import type { RunInContext } from '../event-context';
import { ParkedEvents, type ParkedCount } from '../parked/parked-events';
import { ParkedWorker } from '../parked/parked-worker';
import { BatchPublisher } from '../publish/batch-publisher';
import { type ConsumerCounters, newCounters } from './consumer-counters';
import { DatabaseOutage } from './database-outage';
import { DeliveryHandler } from './delivery-handler';
import { type ConsumerStatus, DurableConsumer } from './durable-consumer';
import { EventHandlers } from './event-handlers';
import { DEFAULT_RETRIES, type RetryPolicy } from './retry-policy';

export interface JetStreamStrategyOptions {
  /** The durables of the nouns that the service declares to consume. */
  durables: readonly DurableTopology[];
  /** The service's database. Events are parked in it, and while it is away no event is handled. */
  database: Database;
  /** The kinds of events that this build knows; default the catalogue. Events of other kinds wait for another build. */
  catalogue?: readonly EventDefinition[];
  /** Events that are handled concurrently per durable; default 16. Events of one aggregate are handled one by one. */
  lanes?: number;
  retries?: Partial<RetryPolicy>;
  /** A handler that takes longer counts as failed; default 2 minutes. */
  deadlineMs?: number;
  /** Lifetime of one pull request; default 10 s. A durable that was deleted is noticed after half of it. */
  pullMs?: number;
  /** First and longest pause before the check of an unusable durable is repeated; default 100 ms and 30 s. */
  recheckMs?: { first: number; longest: number };
  /** First and longest pause between probes of a database that is away; default 1 s and 30 s. */
  probeMs?: { first: number; longest: number };
  /**
   * How often the table of parked events is read, how long a claim of a dead process lasts, and how long a stop waits for
   * the handlers before it returns their events; default 1 s, 30 s and 5 s.
   */
  parkedMs?: { poll: number; lease: number; stop?: number };
  runInContext?: RunInContext;
}

const DEFAULT_LANES = 16;
const DEFAULT_DEADLINE_MS = 120_000;
const DEFAULT_RECHECK = { first: 100, longest: 30_000 };
const DEFAULT_PROBE = { first: 1_000, longest: 30_000 };
export const DEFAULT_PARKED = { poll: 1_000, lease: 30_000, stop: 5_000 };

/**
 * Calls the `@OnEvent(definition, …)` methods with the events of the service's durables. Nest's own NATS
 * transport uses core NATS, which has neither persistence nor acknowledgements, and it ignores errors of handlers.
 */
export class JetStreamStrategy extends Server implements CustomTransportStrategy {
  private readonly publisher: BatchPublisher;
  private readonly durables: readonly DurableTopology[];
  private readonly retries: RetryPolicy;
  private readonly handlers: EventHandlers;
  private readonly outage: DatabaseOutage;
  private readonly parked: ParkedEvents;
  private readonly worker: ParkedWorker;
  private readonly deadLetters: DeadLetterWriter;
  /** By stream and durable. */
  private readonly counters = new Map<string, ConsumerCounters>();
  private consumers: DurableConsumer[] = [];
  private closing: Promise<void> | null = null;

  constructor(
    private readonly link: NatsLink,
    private readonly options: JetStreamStrategyOptions,
  ) {
    super();
    this.publisher = new BatchPublisher(link);
    this.deadLetters = new DeadLetterWriter(this.publisher);
    this.durables = options.durables;
    this.retries = { ...DEFAULT_RETRIES, ...options.retries };
    this.handlers = new EventHandlers({
      catalogue: options.catalogue ?? KINDS,
      find: (pattern) => this.messageHandlers.get(pattern),
      runInContext: options.runInContext ?? ((_event, work) => work()),
      deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
    });
    const { database } = options;
    this.outage = new DatabaseOutage({
      database,
      probeMs: options.probeMs ?? DEFAULT_PROBE,
    });
    this.parked = new ParkedEvents(database);
    this.worker = this.parkedWorker();
  }

  /** Returns one status per durable. */
  get consumerStatus(): ConsumerStatus[] {
    return this.consumers.map((consumer) => consumer.status);
  }

  /** Returns the parked events by durable, as they were counted last. */
  get parkedCounts(): readonly ParkedCount[] {
    return this.worker.counts;
  }

  listen(callback: (error?: unknown) => void): void {
    const problems = this.handlerProblems();
    if (problems.length > 0) {
      callback(new Error(problems.join(' ')));
      return;
    }
    this.consumers = this.durables.map((topology) => this.consumerOf(topology));
    for (const consumer of this.consumers) consumer.start();
    this.worker.start();
    // The callback does not wait for NATS, because the service handles requests without it.
    callback();
  }

  /** Stops pulling, waits for the running handlers and returns the other deliveries. It can be called repeatedly. */
  close(): Promise<void> {
    this.closing ??= this.closeOnce();
    return this.closing;
  }

  on(): never {
    throw new Error('JetStreamStrategy emits no events. Use consumerStatus.');
  }

  unwrap<T>(): T {
    return this.link.connection as T;
  }

  private async closeOnce(): Promise<void> {
    this.outage.stop();
    await Promise.all([this.worker.stop(), ...this.consumers.map((consumer) => consumer.stop())]);
    this.publisher.close();
  }

  private consumerOf(topology: DurableTopology): DurableConsumer {
    const handler = new DeliveryHandler({
      handlers: this.handlers,
      parked: this.parked,
      wakeParked: () => this.worker.wake(),
      deadLetters: this.deadLetters,
      outage: this.outage,
      retries: this.retries,
      counters: this.countersOf(topology.stream, topology.name),
    });
    return new DurableConsumer(this.link, {
      topology,
      handler,
      lanes: this.options.lanes ?? DEFAULT_LANES,
      recheckMs: this.options.recheckMs ?? DEFAULT_RECHECK,
      pullMs: this.options.pullMs,
    });
  }

  private parkedWorker(): ParkedWorker {
    const { poll, lease, stop } = { ...DEFAULT_PARKED, ...this.options.parkedMs };
    return new ParkedWorker({
      parked: this.parked,
      handlers: this.handlers,
      deadLetters: this.deadLetters,
      outage: this.outage,
      retries: this.retries,
      durables: [...new Set(this.durables.map(({ name }) => name))],
      countersOf: ({ stream, durable }) => this.countersOf(stream, durable),
      pollMs: poll,
      leaseMs: lease,
      stopMs: stop,
    });
  }

  private countersOf(stream: string, durable: string): ConsumerCounters {
    const key = `${stream} ${durable}`;
    const counters = this.counters.get(key) ?? newCounters();
    this.counters.set(key, counters);
    return counters;
  }

  /** Returns the handlers that can never be called. They are mistakes that should prevent the start. */
  private handlerProblems(): string[] {
    return [...this.messageHandlers.keys()].flatMap((pattern) => {
      const definition = (this.options.catalogue ?? KINDS).find((event) => event.pattern === pattern);
      if (!definition) return [`A handler has the pattern ${pattern}, which is not in the catalogue.`];
      if (this.durables.some(({ noun }) => noun === definition.noun)) return [];
      return [
        `A handler has the pattern ${pattern}, but ${this.link.service} does not consume ${definition.noun}. Add it to "consumes" in service.ts.`,
      ];
    });
  }
}
