import { join } from 'node:path';
import { EVENTS } from '../catalogue';
import type { DomainEvent } from '../envelope';
import type { EventDefinition } from '../events/define-event';
import { isSnapshot, SNAPSHOTS } from '../events/snapshot-events';
import { directSubject } from '../bus/subjects';
import { DURABLES, SNAPSHOT_DURABLES } from '../bus/topology';
import { docComments } from './doc-comments';
import { type JsonSchema, payloadSchema } from './payload-schema';

/** One event in `events.json`. */
export interface CataloguedEvent {
  name: string;
  version: number;
  summary: string;
  producer: string;
  /** The durables of the product's own services that receive this noun. */
  durables: string[];
  /** The NATS subject. Its last two tokens are numbers. */
  subject: string;
  /** The schema of the whole message: envelope and payload. */
  schema: JsonSchema;
  example: DomainEvent;
}

export interface EventCatalogue {
  $comment: string;
  events: CataloguedEvent[];
  /** The pages of snapshots. Only the durable that they are sent to receives them. */
  snapshots: CataloguedEvent[];
}

/** Returns how documents name an event, such as `review.created v1`. */
export function titleOf({ name, version }: CataloguedEvent): string {
  return `${name} v${version}`;
}

/** Returns the content of `events.json`. It reads doc comments from the source files beside it. */
export function eventCatalogue(): EventCatalogue {
  return {
    $comment: 'Generated from libs/contracts/src by `npm run generate`. Schemas are JSON Schema 2020-12.',
    events: EVENTS.map(catalogued),
    snapshots: SNAPSHOTS.map(cataloguedSnapshot),
  };
}

function catalogued(definition: EventDefinition): CataloguedEvent {
  const { name, version, summary, producer, noun } = definition;
  return {
    name,
    version,
    summary,
    producer,
    durables: DURABLES.filter((durable) => durable.stream === 'EVENTS' && durable.noun === noun).map(
      (durable) => durable.name,
    ),
    subject: `${definition.pattern}.<account_id>.<sub_account_id>`,
    schema: messageSchema(definition),
    example: exampleMessage(definition),
  };
}

function cataloguedSnapshot(definition: EventDefinition): CataloguedEvent {
  const event = catalogued(definition);
  const durables = event.durables.filter((durable) => SNAPSHOT_DURABLES.includes(durable));
  return { ...event, durables, subject: directSubject('<durable>') };
}

const text = (description: string): JsonSchema => ({ type: 'string', description });
const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });

/** Older events lack the first. */
const OPTIONAL: ReadonlySet<string> = new Set(['dataschema', 'tracestate']);

function messageSchema(definition: EventDefinition): JsonSchema {
  const properties: Record<keyof DomainEvent, JsonSchema> = {
    specversion: { const: '1.0', description: 'Version of CloudEvents.' },
    id: {
      ...text('Unique; also the header Nats-Msg-Id. The same event may arrive more than once.'),
      pattern: '^evt_[0-9a-f]{32}$',
    },
    type: { const: definition.name, description: '`<noun>.<verb>`.' },
    dataversion: { const: definition.version, description: 'Version of `data`.' },
    source: { const: `/${definition.producer}`, description: 'The producing service.' },
    subject: text('Id of the aggregate that changed.'),
    time: { ...text('Time of the change: RFC 3339, UTC.'), format: 'date-time' },
    datacontenttype: { const: 'application/json', description: 'Format of `data`.' },
    dataschema: {
      const: definition.schemaId,
      description: 'Name of the JSON Schema of the whole message. Older events lack it.',
    },
    accountid: count('Id of the account that owns the aggregate.'),
    subaccountid: count('0 on account-level events.'),
    aggregatetype: { const: definition.noun, description: 'The noun: the kind of the aggregate.' },
    aggregateversion: count('Grows with every change of the aggregate; the highest is the newest.'),
    correlationid: text('The request or event that everything in this chain goes back to.'),
    causationid: { type: ['string', 'null'], description: 'Id of the event that caused this one.' },
    traceparent: { type: ['string', 'null'], description: 'W3C trace context.' },
    tracestate: text('W3C tracestate, at most 512 characters. Absent if the change has none.'),
    data: payloadSchema(definition.payload, docComments(join(__dirname, '..', 'events'))),
  };
  const required = Object.keys(properties).filter((field) => !OPTIONAL.has(field));
  return { $id: definition.schemaId, type: 'object', properties, required };
}

const EXAMPLE_TENANT = { accountid: 7, subaccountid: 12 };

/** Returns the example as a consumer receives it, for account 7 and sub account 12. */
function exampleMessage(definition: EventDefinition): DomainEvent {
  const data = definition.example as Partial<Record<'id' | 'channel_id' | 'profile_id' | 'after', number>>;
  const id = 'evt_0199610c2e7a7c3f9b1d5e8a4c6f2b10';
  return {
    specversion: '1.0',
    id,
    type: definition.name,
    dataversion: definition.version,
    source: `/${definition.producer}`,
    subject: String(data.id ?? data.channel_id ?? data.profile_id ?? data.after ?? EXAMPLE_TENANT.accountid),
    time: '2026-09-20T02:40:01.482Z',
    datacontenttype: 'application/json',
    dataschema: definition.schemaId,
    ...(isSnapshot(definition) ? { accountid: 0, subaccountid: 0 } : EXAMPLE_TENANT),
    aggregatetype: definition.noun,
    aggregateversion: 1,
    correlationid: id,
    causationid: null,
    traceparent: null,
    data,
  };
}
