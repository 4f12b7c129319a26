import { STREAMS, type StreamTopology } from '../topology';
import { WIRE_DATE } from '../wire-date';
import type { CataloguedEvent, EventCatalogue } from './event-catalogue';
import type { JsonSchema } from './payload-schema';

/** Returns `docs/events.md`: the catalogue for people. */
export function eventsPage({ events, snapshots }: EventCatalogue): string {
  return [
    '<!-- Generated from libs/contracts/src by `npm run generate`; edits are lost. -->',
    '# Events',
    INTRODUCTION,
    '## All events',
    table(
      ['event', 'producer', 'consumed by', 'meaning'],
      events.map((event) => [
        `[${title(event)}](#${anchor(event)})`,
        event.producer,
        event.durables.map((durable) => `\`${durable}\``).join(' ') || '–',
        event.summary,
      ]),
    ),
    '## Envelope',
    'Every message is one JSON object (CloudEvents 1.0, structured mode) of at most 256 KiB.',
    fieldTable(commonEnvelope(events)),
    ...events.flatMap(eventSection),
    '## Snapshots',
    SNAPSHOTS_INTRODUCTION,
    ...snapshots.flatMap(snapshotSection),
    '',
  ].join('\n\n');
}

const [STREAM] = STREAMS as [StreamTopology];

const days = (ms: number): number => ms / 86_400_000;

const INTRODUCTION = `Plaudit publishes every change on NATS JetStream, in the stream \`EVENTS\`, after the change is committed. The same catalogue with JSON Schemas is in [events.json](../libs/contracts/events.json).

**Subjects** are \`<noun>.<verb>.v<version>.<account_id>.<sub_account_id>\`, for example \`review.created.v1.7.12\`.
Account-level events have \`0\` as sub account.

| to receive | subscribe to |
| --- | --- |
| one kind of event | \`review.created.v1.>\` |
| every event of a noun | \`review.>\` |
| every event of account 7 | \`*.*.v1.7.>\` |

## Subscribing from outside

A consumer needs no access to any database. It needs the address of NATS and a user that may read. \`npm start\` writes
both to \`endpoints.json\` in its data folder.

To watch events: \`nats --server <address> sub 'review.>'\`.

To miss no event, use a durable. The server remembers which events you acknowledged, and the stream keeps events for ${days(STREAM.maxAgeMs)} days.

\`\`\`js
import { AckPolicy, connect } from 'nats';

const nats = await connect({ servers: 'localhost:4222', token }); // or user and pass

// Once, by the operator of the product: your own durable, with the subjects that you may read.
const manager = await nats.jetstreamManager();
await manager.consumers.add('EVENTS', {
  durable_name: 'acme__review',
  filter_subject: 'review.>',
  ack_policy: AckPolicy.Explicit,
});

const durable = await nats.jetstream().consumers.get('EVENTS', 'acme__review');
for await (const message of await durable.consume()) {
  const event = message.json();
  console.log(event.type, event.subject, event.data);
  message.ack();
}
\`\`\`

## Rules for consumers

- An event may arrive more than once: remember its \`id\` together with what you did.
- Events of one aggregate may arrive out of order: keep the highest \`aggregateversion\` per \`subject\`.
- Ignore fields that you do not know. Fields are only ever added; any other change is a new version, published beside
  the old one.
- The payload holds all that the event is about; nothing has to be fetched.`;

const SNAPSHOTS_INTRODUCTION = `A snapshot sends all records of a noun to one durable of the product, see [Operations](operations.md#a-service-that-is-deployed-later).
Its pages are never in the stream \`EVENTS\`. They are sent to \`direct.<durable>\`, so only that durable receives them, and no
webhook and no outside consumer does. Their envelope has 0 as account and sub account, and \`after\` as subject.`;

function snapshotSection(snapshot: CataloguedEvent): string[] {
  const durables = snapshot.durables.map((durable) => `\`${durable}\``).join(', ');
  return [
    `### ${title(snapshot)}`,
    snapshot.summary,
    `Sent by ${snapshot.producer} to ${durables || 'no durable of the product'}.`,
    fieldTable(snapshot.schema.properties?.data as JsonSchema),
  ];
}

function eventSection(event: CataloguedEvent): string[] {
  return [
    `## ${title(event)}`,
    event.summary,
    `Subject \`${event.subject}\`, produced by ${event.producer}, consumed by ${event.durables.map((durable) => `\`${durable}\``).join(', ') || 'no service of the product'}.`,
    fieldTable(event.schema.properties?.data as JsonSchema),
    `\`\`\`json\n${JSON.stringify(event.example, null, 2)}\n\`\`\``,
  ];
}

/** The envelope that all events share. Constants of a single event are left out. */
function commonEnvelope(events: readonly CataloguedEvent[]): JsonSchema {
  const envelopes = events.map(({ schema }) => schema.properties as Record<string, JsonSchema>);
  const { data: _payload, ...first } = envelopes[0] as Record<string, JsonSchema>;
  const properties = Object.entries(first).map(([name, schema]) => {
    const isSame = envelopes.every((envelope) => envelope[name]?.const === schema.const);
    return [name, isSame ? schema : { type: typeof schema.const, description: schema.description }] as const;
  });
  return { properties: Object.fromEntries(properties) };
}

function title({ name, version }: CataloguedEvent): string {
  return `${name} v${version}`;
}

/** Returns a heading's anchor as GitHub makes it: dots vanish, spaces become hyphens. */
function anchor(event: CataloguedEvent): string {
  return title(event).replaceAll('.', '').replaceAll(' ', '-');
}

function fieldTable(schema: JsonSchema): string {
  return table(['field', 'type', 'null', 'description'], fieldRows(schema, ''));
}

/** Fields of a nested object follow it, with a dotted path. `[]` marks the items of a list. */
function fieldRows({ properties = {} }: JsonSchema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}${schema.items ? '[]' : ''}`;
    const nullable = typesOf(schema).includes('null') ? 'yes' : '';
    return [
      [`\`${path}\``, typeText(schema), nullable, schema.description ?? ''],
      ...fieldRows(schema.items ?? schema, `${path}.`),
    ];
  });
}

function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.items) {
    const most = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`;
    return `list of ${typeText(schema.items)}${most}`;
  }
  const allowed = schema.enum?.filter((value) => value !== null);
  if (allowed) return allowed.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (schema.pattern === WIRE_DATE.source) return 'date, `YYYY-MM-DD HH:MM:SS` in UTC';
  const type = typesOf(schema).find((name) => name !== 'null') as string;
  return schema.pattern ? `${type} \`${schema.pattern}\`` : type;
}

function typesOf({ type = [] }: JsonSchema): string[] {
  return Array.isArray(type) ? type : [type];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
