import { EVENTS } from '../catalogue';
import { SERVICE_NAMES, type ServiceName } from '../services';
import { peersSubject, wakeSubject } from '../subjects';
import { durablesOf, type DurableTopology, type StreamTopology } from '../topology';

/** What a service's NATS user may do; everything else is refused. */
interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

const STREAM: StreamTopology['name'] = 'EVENTS';

/**
 * Read off the catalogue and the topology. A service may hear live (`@Broadcast`) what it publishes or is fed, which
 * tells it nothing new. Streams and durables are made by the topology command alone.
 */
function natsPermissions(service: ServiceName): NatsPermissions {
  const durables = durablesOf(service);
  const produced = EVENTS.filter(({ producer }) => producer === service).map(({ noun }) => noun);
  const heard = [...produced, ...durables.map(({ noun }) => noun)];
  return {
    publish: [
      ...subjectsOf(produced),
      wakeSubject(service),
      peersSubject(service),
      ...(durables.length > 0 ? [`$JS.API.STREAM.INFO.${STREAM}`] : []),
      ...durables.flatMap(consuming),
    ],
    subscribe: [`_INBOX.${service}.>`, wakeSubject(service), peersSubject(service), ...subjectsOf(heard)],
  };
}

function subjectsOf(nouns: readonly string[]): string[] {
  return [...new Set(nouns)].map((noun) => `${noun}.>`);
}

/** Look at the durable, pull from it, answer for deliveries, give up on one. */
function consuming({ name }: DurableTopology): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${STREAM}.${name}`,
    `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${name}`,
    `$JS.ACK.${STREAM}.${name}.>`,
    `dlq.${name}`,
  ];
}

/** `deploy/nats/users.conf`: one user per service, and the operator's. Passwords come from the environment. */
export function natsUsers(): string {
  return [
    '# Generated from libs/contracts/src/topology.ts by `npm run generate`; edits are lost.',
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
