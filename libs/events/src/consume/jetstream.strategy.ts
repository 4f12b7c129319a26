import { type DomainEvent, type DurableTopology, findEvent } from '@plaudit/contracts';
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
  /** The durables of the nouns that the service declares to consume. */
  durables: readonly DurableTopology[];
  /** Events that are handled concurrently per durable; default 8. Events of one aggregate are handled one by one. */
  lanes?: number;
  retries?: RetryPolicy;
  /** First and longest pause before the check of an unusable durable is repeated; default 100 ms and 30 s. */
  recheckMs?: { first: number; longest: number };
  runInContext?: RunInContext;
}

const DEFAULT_LANES = 8;
const DEFAULT_RECHECK = { first: 100, longest: 30_000 };

/**
 * Calls Nest's `@EventPattern(definition.pattern)` methods with the events of the service's durables. Nest's own NATS
 * transport uses core NATS, which has neither persistence nor acknowledgements, and it ignores errors of handlers.
 */
export class JetStreamStrategy extends Server implements CustomTransportStrategy {
  private readonly publisher: BatchPublisher;
  private readonly durables: readonly DurableTopology[];
  private consumers: DurableConsumer[] = [];
  private closing: Promise<void> | null = null;

  constructor(
    private readonly link: NatsLink,
    private readonly options: JetStreamStrategyOptions,
  ) {
    super();
    this.publisher = new BatchPublisher(link);
    this.durables = options.durables;
  }

  /** Returns one status per durable. */
  get consumerStatus(): ConsumerStatus[] {
    return this.consumers.map((consumer) => consumer.status);
  }

  listen(callback: (error?: unknown) => void): void {
    const problems = this.handlerProblems();
    if (problems.length > 0) {
      callback(new Error(problems.join(' ')));
      return;
    }
    this.consumers = this.durables.map((topology) => this.consumerOf(topology));
    for (const consumer of this.consumers) consumer.start();
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

  /** Returns the handlers that can never be called. They are mistakes that should prevent the start. */
  private handlerProblems(): string[] {
    return [...this.messageHandlers.keys()].flatMap((pattern) => {
      const [, name, version] = /^(.+)\.v(\d+)$/.exec(pattern) ?? [];
      const definition = name ? findEvent(name, Number(version)) : undefined;
      if (!definition) return [`A handler has the pattern ${pattern}, which is not in the catalogue.`];
      if (this.durables.some(({ noun }) => noun === definition.noun)) return [];
      return [
        `A handler has the pattern ${pattern}, but ${this.link.service} does not consume ${definition.noun}. Add it to "consumes" in service.ts.`,
      ];
    });
  }
}

/** Runs all handlers of a pattern. Nest chains them and returns their results as one Observable. */
async function runHandler(handler: MessageHandler, event: DomainEvent): Promise<void> {
  const result: unknown = await handler(event, new BaseRpcContext([event.type]));
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}
