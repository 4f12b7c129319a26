import { type DomainEvent, type DurableTopology, durablesOf, findEvent } from '@plaudit/contracts';
import {
  BaseRpcContext,
  type CustomTransportStrategy,
  type MessageHandler,
  Server,
} from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { NatsLink } from '../connection/nats-link';
import { DeadLetterWriter } from '../dead-letters/dead-letter-writer';
import type { RunInContext } from '../event-context';
import { BatchPublisher } from '../publish/batch-publisher';
import { DeliveryHandler } from './delivery-handler';
import { type ConsumerStatus, DurableConsumer } from './durable-consumer';
import { DEFAULT_RETRIES, type RetryPolicy } from './retry-policy';

export interface JetStreamStrategyOptions {
  /** Default: the durables that the topology has for the service. */
  durables?: readonly DurableTopology[];
  /** Handlers at work at once per durable; default 8. Events of one aggregate never are. */
  lanes?: number;
  retries?: RetryPolicy;
  /** First and longest pause before a durable that cannot be consumed is looked at again; default 100 ms and 30 s. */
  recheckMs?: { first: number; longest: number };
  runInContext?: RunInContext;
}

const DEFAULT_LANES = 8;
const DEFAULT_RECHECK = { first: 100, longest: 30_000 };

/**
 * Feeds Nest's `@EventPattern(definition.pattern)` methods from the service's durables. The built-in NATS transport
 * is core NATS: without persistence, without acknowledgement, and deaf to errors of handlers.
 */
export class JetStreamStrategy extends Server implements CustomTransportStrategy {
  private readonly publisher: BatchPublisher;
  private readonly durables: readonly DurableTopology[];
  private consumers: DurableConsumer[] = [];
  private closing: Promise<void> | null = null;

  constructor(
    private readonly link: NatsLink,
    private readonly options: JetStreamStrategyOptions = {},
  ) {
    super();
    this.publisher = new BatchPublisher(link);
    this.durables = options.durables ?? durablesOf(link.service);
  }

  /** One status per durable, for metrics. */
  get consumerStatus(): ConsumerStatus[] {
    return this.consumers.map((consumer) => consumer.status);
  }

  listen(callback: (error?: unknown) => void): void {
    const problems = this.handlerProblems();
    if (problems.length > 0) {
      callback(new Error(problems.join('; ')));
      return;
    }
    this.consumers = this.durables.map((topology) => this.consumerOf(topology));
    for (const consumer of this.consumers) consumer.start();
    // Not waiting for NATS: the service answers requests without it.
    callback();
  }

  /** Stops pulling, lets the running handlers end and gives back the rest; safe to call again. */
  close(): Promise<void> {
    this.closing ??= this.closeOnce();
    return this.closing;
  }

  on(): never {
    throw new Error('JetStreamStrategy emits no events; see consumers');
  }

  unwrap<T>(): T {
    return this.link.connection as T;
  }

  private async closeOnce(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
    this.publisher.close();
  }

  private consumerOf(topology: DurableTopology): DurableConsumer {
    const handler = new DeliveryHandler({
      findHandler: (event) => this.findHandler(event),
      deadLetters: new DeadLetterWriter(this.publisher),
      retries: this.options.retries ?? DEFAULT_RETRIES,
      runInContext: this.options.runInContext ?? ((_event, work) => work()),
    });
    return new DurableConsumer(this.link, {
      topology,
      handler,
      lanes: this.options.lanes ?? DEFAULT_LANES,
      recheckMs: this.options.recheckMs ?? DEFAULT_RECHECK,
    });
  }

  private findHandler(event: DomainEvent): ((event: DomainEvent) => Promise<void>) | undefined {
    const handler = this.messageHandlers.get(`${event.type}.v${event.dataversion}`);
    return handler && ((handled) => runHandler(handler, handled));
  }

  /** A handler that nothing will ever call is a mistake that should stop the boot. */
  private handlerProblems(): string[] {
    return [...this.messageHandlers.keys()].flatMap((pattern) => {
      const [, name, version] = /^(.+)\.v(\d+)$/.exec(pattern) ?? [];
      const definition = name ? findEvent(name, Number(version)) : undefined;
      if (!definition) return [`a handler listens to ${pattern}, which is not in the catalogue`];
      if (this.durables.some(({ noun }) => noun === definition.noun)) return [];
      return [
        `a handler listens to ${pattern}, but ${this.link.service} has no durable for ${definition.noun}`,
      ];
    });
  }
}

/** Nest itself calls the further handlers of a pattern and hands out their results as one Observable. */
async function runHandler(handler: MessageHandler, event: DomainEvent): Promise<void> {
  const result: unknown = await handler(event, new BaseRpcContext([event.type]));
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}
