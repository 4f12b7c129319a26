import { EVENTS } from '../catalogue';
import { LIVE_READER, NOTICES, noticesSubject } from '../bus/notices';
import { type OutsideConsumer, outsideSection } from '../bus/outside-consumers';
import { SERVICE_NAMES, type ServiceName } from '../services';
import {
  consumingSubjects,
  misreadAcknowledgements,
  type NatsPermissions,
  userBlock,
} from '../bus/nats-permissions';
import { deadLetterSubject, directSubject, peersSubject, wakeSubject } from '../bus/subjects';
import { DURABLES, SNAPSHOT_DURABLES, STREAM_KEEPER, STREAMS } from '../bus/topology';

/**
 * Derives the permissions from the catalogue and the topology. A service may subscribe live (`@Broadcast`) to the events
 * that it publishes or consumes, which tells it nothing new. Only the topology command creates streams. Only it and the keeper
 * create durables.
 */
function natsPermissions(service: ServiceName): NatsPermissions {
  const durables = DURABLES.filter((durable) => durable.service === service);
  const produced = EVENTS.filter(({ producer }) => producer === service).map(({ noun }) => noun);
  const heard = [...produced, ...durables.map(({ noun }) => noun)];
  return {
    publish: [
      ...new Set([
        ...publishedBy(service),
        wakeSubject(service),
        peersSubject(service),
        ...durables.map(({ stream }) => `$JS.API.STREAM.INFO.${stream}`),
        ...durables.flatMap(({ stream, name }) => [
          ...consumingSubjects(stream, name),
          deadLetterSubject(name),
        ]),
        ...snapshotting(produced),
        ...NOTICES.filter(({ producer }) => producer === service).map(noticesSubject),
        ...(service === STREAM_KEEPER ? keeping() : []),
        ...(service === LIVE_READER ? LIVE_READING : []),
      ]),
    ],
    denied: [
      ...(durables.length > 0 ? CONSUMED_STREAMS.flatMap(misreadAcknowledgements) : []),
      ...(service === STREAM_KEEPER ? notKeeping() : []),
    ],
    subscribe: [
      `_INBOX.${service}.>`,
      wakeSubject(service),
      peersSubject(service),
      ...subjectsOf(heard),
      ...(service === LIVE_READER ? NOTICES.map(noticesSubject) : []),
    ],
  };
}

/**
 * The subjects to read EVENTS without a durable. A consumer that is created on this subject has no name of its own choice, so
 * it replaces no durable. The others answer the flow control of the server, and delete the consumer.
 */
const LIVE_READING = [
  '$JS.API.STREAM.INFO.EVENTS',
  '$JS.API.CONSUMER.CREATE.EVENTS',
  '$JS.FC.EVENTS.*.*',
  '$JS.API.CONSUMER.DELETE.EVENTS.*',
];

const CONSUMED_STREAMS = [...new Set(DURABLES.map(({ stream }) => stream))];

/** A noun belongs to its producer. Of a noun with several producers, each has its own events. */
function publishedBy(service: ServiceName): string[] {
  return EVENTS.filter(({ producer }) => producer === service).map(({ noun, name }) => {
    const isAlone = EVENTS.every((event) => event.noun !== noun || event.producer === service);
    return isAlone ? `${noun}.>` : `${name}.>`;
  });
}

function subjectsOf(nouns: readonly string[]): string[] {
  return [...new Set(nouns)].map((noun) => `${noun}.>`);
}

/** The subjects to inspect all streams and consumers, purge EVENTS, and create and delete consumers. */
function keeping(): string[] {
  return [
    ...STREAMS.map(({ name }) => `$JS.API.STREAM.INFO.${name}`),
    '$JS.API.STREAM.MSG.GET.EVENTS',
    '$JS.API.STREAM.PURGE.EVENTS',
    ...CONSUMED_STREAMS.flatMap((stream) => [
      `$JS.API.CONSUMER.LIST.${stream}`,
      `$JS.API.CONSUMER.NAMES.${stream}`,
    ]),
    ...DURABLES.map(({ stream, name, filter }) => `$JS.API.CONSUMER.CREATE.${stream}.${name}.${filter}`),
    // Of consumers from outside. See notKeeping.
    '$JS.API.CONSUMER.DELETE.EVENTS.*',
  ];
}

/** The keeper deletes no durable of the product. */
function notKeeping(): string[] {
  return DURABLES.filter(({ stream }) => stream === 'EVENTS').map(
    ({ stream, name }) => `$JS.API.CONSUMER.DELETE.${stream}.${name}`,
  );
}

/** The subjects to send snapshots of these nouns to other services, and to look at the backlog of their durables. */
function snapshotting(nouns: readonly string[]): string[] {
  const receivers = DURABLES.filter(
    ({ name, noun }) => nouns.includes(noun) && SNAPSHOT_DURABLES.includes(name),
  );
  return [
    ...new Set(receivers.map(({ name }) => directSubject(name))),
    ...receivers.map(({ stream, name }) => `$JS.API.CONSUMER.INFO.${stream}.${name}`),
  ];
}

/**
 * Returns `deploy/nats/users.conf`: one user per service, the operator, and the outside consumers. Passwords of the product
 * come from the environment.
 */
export function natsUsers(outside: readonly OutsideConsumer[]): string {
  return [
    '# Generated from the catalogue and the service.ts of each service by `npm run generate`; edits are lost.',
    'users = [',
    '  # For npm run topology and the commands on events (events:dead, events:redeliver, events:discard, events:replay):',
    '  # everything in this account.',
    '  { user: admin, password: $ADMIN_NATS_PASSWORD }',
    ...SERVICE_NAMES.map(userOf),
    outsideSection(outside),
    ']',
    '',
  ].join('\n');
}

function userOf(service: ServiceName): string {
  const login = `user: ${service}, password: $${service.toUpperCase()}_NATS_PASSWORD`;
  return userBlock(login, natsPermissions(service));
}
