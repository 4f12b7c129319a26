import { type DomainEvent, type EventDefinition, isSnapshot, subjectOf } from '@plaudit/contracts';
import { afterCommit, queryRows, type Tx } from '@plaudit/database';
import { type BuiltEvent, buildEvent, EventRefused, type NewEvent } from '../envelope/build-event';
import { newEventId } from '../envelope/event-id';
import { CreationSpans, type EventTrace } from './event-trace';

interface OutboxOptions {
  /** Names the `source` of every event. */
  service: string;
  /** Called after each commit that added events. It must not throw. */
  wake: () => void;
  now?: () => Date;
  trace?: EventTrace;
}

/** The payload of an event in one version. */
interface EventVersion {
  definition: EventDefinition;
  data: object;
}

/** Checks that `data` is the payload of this version. For {@link Outbox.addVersions}. */
export function inVersion<P extends object>(definition: EventDefinition<P>, data: NoInfer<P>): EventVersion {
  return { definition, data };
}

/**
 * Saves a service's events in the transaction of the change. Lock the aggregate first
 * (`update … set version = version + 1 returning version`) and add the event after that. Only this makes the order of
 * the outbox equal to the order of the commits of each aggregate.
 */
export class Outbox {
  private readonly now: () => Date;

  constructor(private readonly options: OutboxOptions) {
    this.now = options.now ?? (() => new Date());
  }

  /** Saves an event with the change. Returns the event. Throws EventRefused if it is invalid or larger than 256 KiB. */
  async add<P extends object>(
    tx: Tx,
    definition: EventDefinition<P>,
    event: NewEvent<P>,
  ): Promise<DomainEvent<P>> {
    const [added] = await this.addAll(tx, definition, [event]);
    return added!;
  }

  /**
   * Saves one occurrence in several versions of its event, while consumers of the old one exist. The copies have one id,
   * so a handler that uses one inbox name for all versions applies the occurrence once. Returns the copies.
   */
  async addVersions(
    tx: Tx,
    occurrence: Omit<NewEvent<object>, 'data'>,
    versions: readonly EventVersion[],
  ): Promise<DomainEvent[]> {
    const [first] = versions;
    if (!first) return [];
    return this.traced(first.definition, [occurrence], async ([added]) => {
      const now = this.now();
      const id = newEventId(now.getTime());
      const built = versions.map(({ definition, data }) =>
        buildEvent(this.options.service, definition, { ...added!, data }, now, id),
      );
      return this.store(tx, built);
    });
  }

  /**
   * Saves several events of one kind in one statement and in the given order. Saves all of them or, if it throws, none.
   */
  async addAll<P extends object>(
    tx: Tx,
    definition: EventDefinition<P>,
    events: readonly NewEvent<P>[],
  ): Promise<DomainEvent<P>[]> {
    if (isSnapshot(definition))
      throw new EventRefused(definition, ['a snapshot is sent to one durable and never published']);
    if (events.length === 0) return [];
    return this.traced(definition, events, async (added) => {
      const now = this.now();
      const built = added.map((event) => buildEvent(this.options.service, definition, event, now));
      return this.store(tx, built);
    });
  }

  private async store<P extends object>(tx: Tx, built: readonly BuiltEvent<P>[]): Promise<DomainEvent<P>[]> {
    await insert(tx, built);
    afterCommit(tx, this.options.wake);
    return built.map(({ event }) => event);
  }

  /** Stores events within a span of each trace that caused them. */
  private async traced<E extends Pick<NewEvent<unknown>, 'cause'>, T>(
    definition: EventDefinition,
    events: readonly E[],
    store: (events: readonly E[]) => Promise<T>,
  ): Promise<T> {
    if (!this.options.trace) return store(events);
    const spans = new CreationSpans(this.options.trace, definition);
    try {
      const stored = await store(events.map((event) => spans.within(event)));
      spans.end();
      return stored;
    } catch (error) {
      spans.end(error);
      throw error;
    }
  }
}

/** JSON text contains no such character, because control characters are escaped. An array would escape every quote. */
const SEPARATOR = '\u001e';

async function insert(tx: Tx, built: readonly BuiltEvent<object>[]): Promise<void> {
  await queryRows(
    tx,
    `insert into outbox (event_id, subject, payload, traceparent)
     select event_id, subject, payload, traceparent
     from unnest($1::text[], $2::text[], string_to_array($3, '${SEPARATOR}'), $4::text[])
       with ordinality as added (event_id, subject, payload, traceparent, place)
     order by place`,
    [
      built.map(({ event }) => event.id),
      built.map(({ event }) => subjectOf(event)),
      built.map(({ json }) => json).join(SEPARATOR),
      built.map(({ event }) => event.traceparent),
    ],
  );
}
