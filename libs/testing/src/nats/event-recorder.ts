import { type DomainEvent, type EventDefinition, parseSubject } from '@plaudit/contracts';
import { connect, type NatsConnection } from 'nats';

import { eventually, type EventuallyOptions } from '../eventually';
import { connectionOptions } from './connection-options';

export interface RecordedEvent {
  subject: string;
  event: DomainEvent;
  headers: Record<string, string>;
}

/** Records everything that is published on a subject since `start`, as an external consumer receives it. */
export class EventRecorder {
  readonly received: RecordedEvent[] = [];

  private constructor(private readonly connection: NatsConnection) {}

  static async start(natsUrl: string, subject: string): Promise<EventRecorder> {
    const connection = await connect({
      ...connectionOptions(natsUrl),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 50,
    });
    const recorder = new EventRecorder(connection);
    connection.subscribe(subject, {
      callback: (_error, message) => {
        const headers = Object.fromEntries(
          [...(message.headers ?? [])].map(([name, [value]]) => [name, value ?? '']),
        );
        recorder.received.push({ subject: message.subject, event: message.json<DomainEvent>(), headers });
      },
    });
    // The server must have the subscription before the test goes on.
    await connection.flush();
    return recorder;
  }

  /** Returns the events of one kind so far, in the order of arrival. */
  of<P extends object>(definition: EventDefinition<P>): DomainEvent<P>[] {
    return this.received
      .filter(({ subject }) => parseSubject(subject)?.pattern === definition.pattern)
      .map(({ event }) => event as DomainEvent<P>);
  }

  /** Waits for at least `count` events of one kind and returns all events of that kind. */
  waitFor<P extends object>(
    definition: EventDefinition<P>,
    count = 1,
    options?: EventuallyOptions,
  ): Promise<DomainEvent<P>[]> {
    const awaited = `${count} × ${definition.pattern}`;
    return eventually(
      () => this.of(definition),
      (events) => events.length >= count,
      awaited,
      options,
    );
  }

  /** Waits for the first event of one kind about one aggregate. */
  async waitForOne<P extends object>(
    definition: EventDefinition<P>,
    subject: number,
  ): Promise<DomainEvent<P>> {
    const found = await eventually(
      () => this.of(definition).find((event) => event.subject === String(subject)),
      (event) => event !== undefined,
      `${definition.pattern} of ${subject}`,
    );
    return found as DomainEvent<P>;
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
