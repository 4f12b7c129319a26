import { EVENTS } from '../catalogue';
import { SERVICE_NAMES, type ServiceName } from '../services';
import { peersSubject, wakeSubject } from '../subjects';
import { DURABLES, type DurableTopology } from '../topology';

/** The permissions of a service's NATS user. Everything else is refused. */
interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

/**
 * Derives the permissions from the catalogue and the topology. A service may subscribe live (`@Broadcast`) to the events
 * that it publishes or consumes, which tells it nothing new. Only the topology command creates streams and durables.
 */
function natsPermissions(service: ServiceName): NatsPermissions {
  const durables = DURABLES.filter((durable) => durable.service === service);
  const produced = EVENTS.filter(({ producer }) => producer === service).map(({ noun }) => noun);
  const heard = [...produced, ...durables.map(({ noun }) => noun)];
  return {
    publish: [
      ...subjectsOf(produced),
      wakeSubject(service),
      peersSubject(service),
      ...new Set(durables.map(({ stream }) => `$JS.API.STREAM.INFO.${stream}`)),
      ...new Set(durables.flatMap(consuming)),
    ],
    subscribe: [`_INBOX.${service}.>`, wakeSubject(service), peersSubject(service), ...subjectsOf(heard)],
  };
}

function subjectsOf(nouns: readonly string[]): string[] {
  return [...new Set(nouns)].map((noun) => `${noun}.>`);
}

/** The subjects to inspect a durable, pull from it, acknowledge its messages and write dead letters. */
function consuming({ name, stream }: DurableTopology): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${stream}.${name}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`,
    `$JS.ACK.${stream}.${name}.>`,
    `dlq.${name}`,
  ];
}

/** Returns `deploy/nats/users.conf`: one user per service, and the operator. Passwords come from the environment. */
export function natsUsers(): string {
  return [
    '# Generated from the catalogue and the service.ts of each service by `npm run generate`; edits are lost.',
    'users = [',
    '  # For npm run topology, events:dead, events:redeliver and events:replay: everything in this account.',
    '  { user: admin, password: $ADMIN_NATS_PASSWORD }',
    ...SERVICE_NAMES.map(userOf),
    ']',
    '',
  ].join('\n');
}

function userOf(service: ServiceName): string {
  const { publish, subscribe } = natsPermissions(service);
  return [
    '  {',
    `    user: ${service}, password: $${service.toUpperCase()}_NATS_PASSWORD`,
    '    permissions: {',
    `      publish: { allow: ${list(publish)} }`,
    `      subscribe: { allow: ${list(subscribe)} }`,
    '    }',
    '  }',
  ].join('\n');
}

function list(subjects: readonly string[]): string {
  return ['[', ...subjects.map((subject) => `        ${JSON.stringify(subject)}`), '      ]'].join('\n');
}
