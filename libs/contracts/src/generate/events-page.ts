import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownValue } from '../own-value';
import { STREAMS, type StreamTopology } from '../bus/topology';
import { WIRE_DATE } from '../wire-date';
import { type CataloguedEvent, type EventCatalogue, titleOf } from './event-catalogue';
import { type JsonSchema, typesOf } from './payload-schema';

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
        `[${titleOf(event)}](#${anchor(event)})`,
        event.producer,
        durablesOf(event, ' ') || '–',
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

const TOUR = join(__dirname, '..', '..', '..', '..', 'docs', 'tour');

/** The sample is a program that a spec runs, without its first lines, which tell how to start it. */
const SAMPLE = readFileSync(join(TOUR, 'consumer.mjs'), 'utf8')
  .replace(/^(\/\/.*\n)+/, '')
  .trim();

const INTRODUCTION = `Plaudit publishes every change on NATS JetStream, in the stream \`EVENTS\`, after the change is committed. The same catalogue is in [events.json](../libs/contracts/events.json) with JSON Schemas and in [asyncapi.json](asyncapi.json) as AsyncAPI 3. [\`@plaudit/contracts\`](../libs/contracts/README.md) has the types for TypeScript.

**Subjects** are \`<noun>.<verb>.v<version>.<account_id>.<sub_account_id>\`, for example \`review.created.v1.7.12\`.
Account-level events have \`0\` as sub account.

| to receive | filter |
| --- | --- |
| one kind of event of account 7 | \`review.created.v1.7.>\` |
| every event of a noun of account 7 | \`review.*.*.7.>\` |
| every event of a noun, with access to all accounts | \`review.>\` |

A subscription or a durable has one filter, and a filter names one noun.

## Credentials

A consumer needs no access to any database. It needs a NATS user of its own, which the operator makes:

\`\`\`sh
npm run --silent consumer:add -- --name crm --account 7 --out crm.json   # or --all for every account
npm run --silent consumer:list
npm run --silent consumer:remove -- --name crm
\`\`\`

Without \`--out\` the first command prints the credentials. They are the options of \`connect()\` in the nats client:

\`\`\`json
{ "servers": "127.0.0.1:21234", "user": "crm", "pass": "…", "inboxPrefix": "_INBOX.crm" }
\`\`\`

The password is shown once and stored only as a hash. With \`npm start\` the command changes the running product, whose NATS keeps
its port over restarts. With containers it changes \`deploy/nats/users.conf\` and prints how to load it;
\`--server nats.example.com:4222\` puts the address for the consumer into the credentials.

| a consumer may | it may not |
| --- | --- |
| subscribe to the events of its account, one noun per subscription | publish, or subscribe to anything else |
| make, inspect and delete the durables \`crm\` and \`crm_1\` to \`crm_4\` | see or read other durables |
| pull events from them and acknowledge | read, purge or change streams |

A client that is not nats.js must set the prefix of its inboxes too. The server refuses a durable without a filter, and
filters of other accounts.

## Consume

To watch events: \`node docs/tour/listen.mjs crm.json 'review.*.*.7.>'\`. It misses what happens while it does not run.

To miss no event, use a durable. The server remembers which events you acknowledged, and the stream keeps events for up to ${days(STREAM.maxAgeMs)} days. [consumer.mjs](tour/consumer.mjs) keeps the newest state of every review of an account:

\`\`\`js
${SAMPLE}
\`\`\`

## Rules for consumers

- An event may arrive more than once: remember its \`id\` together with what you did.
- Events of one record may arrive out of order: keep the one with the highest \`aggregateversion\` per \`aggregatetype\` and
  \`subject\`.
- The versions of a record grow, but not by one from event to event: gaps are normal, because not every change of a record is
  an event of the kind that you read. Compare versions with \`>\` only. Never wait for the next number.
- Acknowledge after your work. Put an event back with a delay (\`nak\`) if the work failed.
- Ignore fields and words that you do not know. Only optional fields and new words are added; any other change is a new
  version, published beside the old one. A spec compares every change with the last release.
- \`dataschema\` names the JSON Schema of the message by the \`$id\` that it has in events.json.
- The payload holds all that the event is about; nothing has to be fetched.`;

const SNAPSHOTS_INTRODUCTION = `A snapshot sends all records of a noun to one durable of the product, see [Operations](operations.md#a-service-that-is-deployed-later).
Its pages are never in the stream \`EVENTS\`. They are sent to \`direct.<durable>\`, so only that durable receives them, and no
webhook and no outside consumer does. Their envelope has 0 as account and sub account, and \`after\` as subject.`;

function snapshotSection(snapshot: CataloguedEvent): string[] {
  return [
    `### ${titleOf(snapshot)}`,
    snapshot.summary,
    `Sent by ${snapshot.producer} to ${durablesOf(snapshot, ', ') || 'no durable of the product'}.`,
    fieldTable(snapshot.schema.properties?.data as JsonSchema),
  ];
}

function eventSection(event: CataloguedEvent): string[] {
  return [
    `## ${titleOf(event)}`,
    event.summary,
    `Subject \`${event.subject}\`, produced by ${event.producer}, consumed by ${durablesOf(event, ', ') || 'no service of the product'}.`,
    fieldTable(event.schema.properties?.data as JsonSchema),
    `\`\`\`json\n${JSON.stringify(event.example, null, 2)}\n\`\`\``,
  ];
}

/** The envelope that all events share. Constants of a single event are left out. */
function commonEnvelope(events: readonly CataloguedEvent[]): JsonSchema {
  const envelopes = events.map(({ schema }) => schema.properties as Record<string, JsonSchema>);
  const { data: _payload, ...first } = envelopes[0] as Record<string, JsonSchema>;
  const properties = Object.entries(first).map(([name, schema]) => {
    const isSame = envelopes.every((envelope) => ownValue(envelope, name)?.const === schema.const);
    return [name, isSame ? schema : { type: typeof schema.const, description: schema.description }] as const;
  });
  return { properties: Object.fromEntries(properties) };
}

function durablesOf({ durables }: CataloguedEvent, separator: string): string {
  return durables.map((durable) => `\`${durable}\``).join(separator);
}

/** Returns a heading's anchor as GitHub makes it: dots vanish, spaces become hyphens. */
function anchor(event: CataloguedEvent): string {
  return titleOf(event).replaceAll('.', '').replaceAll(' ', '-');
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
  if (schema.format === 'date-time') return 'time, RFC 3339';
  if (schema.pattern === WIRE_DATE.source) return 'date, `YYYY-MM-DD HH:MM:SS` in UTC';
  const type = typesOf(schema).find((name) => name !== 'null') as string;
  return schema.pattern ? `${type} \`${schema.pattern}\`` : type;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
