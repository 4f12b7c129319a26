import { type DomainEvent, type EventDefinition, MAX_EVENT_BYTES } from '@plaudit/contracts';
import { causedBy, eventContext } from '../event-context';
import { newEventId } from './event-id';
import { payloadProblems } from './payload-problems';

/** What a service says of a change; the rest of the envelope is added. */
export interface NewEvent<P> {
  accountId: number;
  /** 0 on account-level events. */
  subAccountId: number;
  /** Id of the aggregate. */
  subject: string | number;
  /** The aggregate's version after the change. */
  version: number;
  data: P;
  /** The event that led to this one, when it is not the one being handled. */
  cause?: DomainEvent;
}

export interface BuiltEvent<P> {
  event: DomainEvent<P>;
  /** The envelope as it travels. */
  json: string;
}

/** An event that no consumer could use, so the change that made it must not be saved either. */
export class EventRefused extends Error {
  constructor(
    definition: EventDefinition,
    readonly problems: string[],
  ) {
    super(`${definition.pattern} is refused: ${problems.join('; ')}`);
    this.name = 'EventRefused';
  }
}

/** Wraps a payload in its envelope; throws {@link EventRefused} when it is invalid or too large. */
export function buildEvent<P extends object>(
  service: string,
  definition: EventDefinition<P>,
  added: NewEvent<P>,
  now: Date,
): BuiltEvent<P> {
  if (definition.producer !== service) {
    throw new EventRefused(definition, [`${service} does not produce it, ${definition.producer} does`]);
  }
  const event = envelopeOf(service, definition, added, now);
  const json = JSON.stringify(event);
  const size = Buffer.byteLength(json);
  const problems =
    size > MAX_EVENT_BYTES
      ? [`its envelope has ${size} bytes, at most ${MAX_EVENT_BYTES} are allowed; split it`]
      : [...addressProblems(added), ...payloadProblems(definition, wireFormOf(json))];
  if (problems.length > 0) throw new EventRefused(definition, problems);
  return { event, json };
}

function envelopeOf<P extends object>(
  service: string,
  definition: EventDefinition<P>,
  added: NewEvent<P>,
  now: Date,
): DomainEvent<P> {
  const id = newEventId(now.getTime());
  const context = added.cause ? causedBy(added.cause) : eventContext.current();
  return {
    specversion: '1.0',
    id,
    type: definition.name,
    dataversion: definition.version,
    source: `/${service}`,
    subject: String(added.subject),
    time: now.toISOString(),
    datacontenttype: 'application/json',
    accountid: added.accountId,
    subaccountid: added.subAccountId,
    aggregatetype: definition.noun,
    aggregateversion: added.version,
    correlationid: context?.correlationId ?? id,
    causationid: context?.causationId ?? null,
    traceparent: context?.traceparent ?? null,
    data: added.data,
  };
}

/** The payload as consumers will see it: a Date is text by then, an undefined field is gone. */
function wireFormOf(json: string): unknown {
  return (JSON.parse(json) as DomainEvent).data;
}

function addressProblems(added: NewEvent<unknown>): string[] {
  const numbers = {
    accountId: added.accountId,
    subAccountId: added.subAccountId,
    version: added.version,
  };
  return Object.entries(numbers)
    .filter(([, value]) => !Number.isSafeInteger(value) || value < 0)
    .map(([name, value]) => `${name} is ${value}, not a whole number of at least 0`);
}
