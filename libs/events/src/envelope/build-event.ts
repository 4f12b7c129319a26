import { type DomainEvent, type EventDefinition, MAX_EVENT_BYTES } from '@plaudit/contracts';
import { causedBy, type EventContext, eventContext } from '../event-context';
import { newEventId } from './event-id';
import { payloadProblems } from './payload-problems';
import { isWireForm } from './wire-form';

/** The part of an event that the service provides. `buildEvent` adds the rest of the envelope. */
export interface NewEvent<P> {
  accountId: number;
  /** 0 on account-level events. */
  subAccountId: number;
  /** Id of the aggregate. */
  subject: string | number;
  /** The aggregate's version after the change. */
  version: number;
  data: P;
  /** `data` as JSON, if the caller has serialised it already. */
  json?: string;
  /** The event that caused this one, if it is not the event being handled. */
  cause?: DomainEvent;
}

/** An event whose context the outbox has determined. */
interface AddedEvent<P> extends NewEvent<P> {
  origin?: EventContext;
}

export interface BuiltEvent<P> {
  event: DomainEvent<P>;
  /** The envelope as it is stored and published. */
  json: string;
}

/** The event is invalid or too large. No consumer could use it, so the change must not be saved either. */
export class EventRefused extends Error {
  constructor(
    definition: EventDefinition,
    readonly problems: string[],
  ) {
    super(`${definition.pattern} was refused: ${problems.join('; ')}`);
    this.name = 'EventRefused';
  }
}

/** Wraps a payload in its envelope. Throws {@link EventRefused} if the event is invalid or too large. */
export function buildEvent<P extends object>(
  service: string,
  definition: EventDefinition<P>,
  added: AddedEvent<P>,
  now: Date,
  id = newEventId(now.getTime()),
): BuiltEvent<P> {
  if (definition.producer !== service) {
    throw new EventRefused(definition, [`only ${definition.producer} may produce it, not ${service}`]);
  }
  const event = envelopeOf(service, definition, added, now, id);
  const json = jsonOf(event, added.json);
  const size = Buffer.byteLength(json);
  const problems =
    size > MAX_EVENT_BYTES
      ? [`the envelope has ${size} bytes and may have at most ${MAX_EVENT_BYTES}; split the event`]
      : [...addressProblems(added), ...payloadProblems(definition, wireFormOf(added.data, json))];
  if (problems.length > 0) throw new EventRefused(definition, problems);
  return { event, json };
}

function envelopeOf<P extends object>(
  service: string,
  definition: EventDefinition<P>,
  added: AddedEvent<P>,
  now: Date,
  id: string,
): DomainEvent<P> {
  const context = added.origin ?? (added.cause ? causedBy(added.cause) : eventContext.current());
  return {
    specversion: '1.0',
    id,
    type: definition.name,
    dataversion: definition.version,
    source: `/${service}`,
    subject: String(added.subject),
    time: now.toISOString(),
    datacontenttype: 'application/json',
    dataschema: definition.schemaId,
    accountid: added.accountId,
    subaccountid: added.subAccountId,
    aggregatetype: definition.noun,
    aggregateversion: added.version,
    correlationid: context?.correlationId ?? id,
    causationid: context?.causationId ?? null,
    traceparent: context?.traceparent ?? null,
    ...(context?.traceparent && context.tracestate ? { tracestate: context.tracestate } : {}),
    data: added.data,
  };
}

/** Returns the text of the envelope. Its last field is `data`, whose text may be given. */
function jsonOf(event: DomainEvent, data: string | undefined): string {
  if (data === undefined) return JSON.stringify(event);
  return `${JSON.stringify({ ...event, data: undefined }).slice(0, -1)},"data":${data}}`;
}

/**
 * Returns the payload as consumers receive it. A Date is a string there, and NaN is null. Most payloads are the same in
 * both forms and are not read back, which was a quarter of the cost of building an event.
 */
function wireFormOf(data: unknown, json: string): unknown {
  return isWireForm(data) ? data : (JSON.parse(json) as DomainEvent).data;
}

function addressProblems(added: NewEvent<unknown>): string[] {
  const numbers = {
    accountId: added.accountId,
    subAccountId: added.subAccountId,
    version: added.version,
  };
  return Object.entries(numbers)
    .filter(([, value]) => !Number.isSafeInteger(value) || value < 0)
    .map(([name, value]) => `${name} must be a whole number of at least 0, but is ${value}`);
}
