import { type DurableTopology, STREAMS } from './topology';

/** What a NATS user may do. The server refuses everything else. */
export interface NatsPermissions {
  publish: string[];
  /** Exceptions from `publish`. */
  denied: string[];
  subscribe: string[];
}

/** Returns the subjects to inspect a durable, pull from it and acknowledge its messages. */
export function consumingSubjects(stream: DurableTopology['stream'], durable: string): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.ACK.${stream}.${durable}.>`,
    // Newer servers put their JetStream domain and a hash of the account before the stream.
    `$JS.ACK.*.*.${stream}.${durable}.>`,
  ];
}

/**
 * Returns the acknowledgements that a user of durables of `stream` must not publish, although they have the form of newer
 * servers. Servers before 2.14 deliver `$JS.ACK.EVENTS.<durable>.EVENTS.…` to that durable. It can be the durable of another user.
 */
export function misreadAcknowledgements(stream: DurableTopology['stream']): string[] {
  return STREAMS.map(({ name }) => `$JS.ACK.${name}.*.${stream}.>`);
}

/** Returns a user of `users.conf`. `login` is its name and password. */
export function userBlock(login: string, { publish, denied, subscribe }: NatsPermissions): string {
  const exceptions = denied.length > 0 ? `, deny: ${list(denied)}` : '';
  return [
    '  {',
    `    ${login}`,
    '    permissions: {',
    `      publish: { allow: ${list(publish)}${exceptions} }`,
    `      subscribe: { allow: ${list(subscribe)} }`,
    '    }',
    '  }',
  ].join('\n');
}

function list(subjects: readonly string[]): string {
  return ['[', ...subjects.map((subject) => `        ${JSON.stringify(subject)}`), '      ]'].join('\n');
}
