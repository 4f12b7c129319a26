import { BaseRpcContext, type MessageHandler } from '@nestjs/microservices';
import type { DomainEvent, EventDefinition } from '@plaudit/contracts';
import { isObservable, lastValueFrom } from 'rxjs';
import { withTimeout } from '../connection/nats-connection';
import { checkPayload } from '../envelope/read-event';
import { causedBy, eventContext, type RunInContext } from '../event-context';
import { fieldsOf } from './on-event.decorator';

interface EventHandlersOptions {
  /** The kinds of events that this build knows. */
  catalogue: readonly EventDefinition[];
  /** Returns the first handler of a pattern. Nest chains the others to it. */
  find: (pattern: string) => MessageHandler | undefined;
  runInContext: RunInContext;
  /** A handler that takes longer counts as failed. */
  deadlineMs: number;
}

/** Returns the pattern of the event's handlers, such as `review.created.v1`. */
export function kindOf(event: Pick<DomainEvent, 'type' | 'dataversion'>): string {
  return `${event.type}.v${event.dataversion}`;
}

/** Runs the handlers of events, whether they come from a durable or were parked. */
export class EventHandlers {
  /** The kinds that this build knows, with or without a handler. */
  readonly kinds: readonly string[];
  private readonly definitions: ReadonlyMap<string, EventDefinition>;

  constructor(private readonly options: EventHandlersOptions) {
    this.definitions = new Map(options.catalogue.map((definition) => [definition.pattern, definition]));
    this.kinds = [...this.definitions.keys()];
  }

  knows(event: DomainEvent): boolean {
    return this.definitions.has(kindOf(event));
  }

  handles(event: DomainEvent): boolean {
    return this.options.find(kindOf(event)) !== undefined;
  }

  /**
   * Runs all handlers of the event. Rejects with the error of the one that failed, with a {@link PermanentError} if a
   * declared field is invalid, and with a timeout after the deadline. A handler that hangs goes on in the background.
   * The inbox makes a second run wait for it, so its effect still happens once.
   */
  async run(event: DomainEvent): Promise<void> {
    const handler = this.options.find(kindOf(event));
    const definition = this.definitions.get(kindOf(event));
    if (!handler || !definition) return;
    checkPayload(definition, event, fieldsOf(handler));
    const { deadlineMs, runInContext } = this.options;
    const givenUp = new AbortController();
    const running = eventContext.run({ ...causedBy(event), givenUp: givenUp.signal }, () =>
      runInContext(event, () => callAll(handler, event)),
    );
    // After the deadline nobody waits for the handler, and its error must not end the process.
    running.catch(() => {});
    try {
      await withTimeout(running, deadlineMs, `the handlers took longer than ${deadlineMs} ms`);
    } catch (error) {
      givenUp.abort(error);
      throw error;
    }
  }
}

/** Runs all handlers of a pattern. Nest chains them and returns their results as one Observable. */
async function callAll(handler: MessageHandler, event: DomainEvent): Promise<void> {
  const result: unknown = await handler(event, new BaseRpcContext([event.type]));
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}
