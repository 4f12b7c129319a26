import { type DomainEvent, type EventDefinition, parseSubject } from '@plaudit/contracts';
import { connect, type NatsConnection } from 'nats';

import { eventually, type EventuallyOptions } from '../eventually';
import { connectionOptions } from './connection-options';

export interface RecordedEvent {
  subject: string;
  event: DomainEvent;
  headers: Record<string, string>;
}

/** Everything published on a subject since `start`, as a consumer outside the product would see it. */
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
    // The server must know of the subscription before whatever the test does next.
    await connection.flush();
    return recorder;
  }

  /** What has arrived of one kind, in the order of arrival. */
  of<P extends object>(definition: EventDefinition<P>): DomainEvent<P>[] {
    return this.received
      .filter(({ subject }) => parseSubject(subject)?.pattern === definition.pattern)
      .map(({ event }) => event as DomainEvent<P>);
  }

  /** Waits for at least `count` of one kind and returns all of it. */
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

  /** Waits for the first of one kind about one aggregate. */
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
