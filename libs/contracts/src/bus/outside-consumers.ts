import { NOUNS } from '../catalogue';
import { SERVICE_NAMES } from '../services';
import {
  consumingSubjects,
  misreadAcknowledgements,
  type NatsPermissions,
  userBlock,
} from './nats-permissions';

/** A program outside the product that may read events. Its NATS user lives in the account of the services. */
export interface OutsideConsumer {
  /** The name of the NATS user, of its inboxes and of its first durable. */
  name: string;
  /** The account whose events it may read. Null: those of every account. */
  accountId: number | null;
  /**
   * The bcrypt hash of the password. Null if the consumer was removed: its durables may still exist and deliver the events
   * of its account, so its name must not be given to a consumer of another account.
   */
  passwordHash: string | null;
}

const STREAM = 'EVENTS';
/** Each durable has one filter, and a filter has one noun. Wildcards in permissions stand for whole tokens only. */
const MAX_DURABLES = 5;
const NAME = /^[a-z][a-z0-9-]{0,30}$/;

/** The operator's users, and the names by which commands call their inboxes. */
const RESERVED = ['admin', 'plaudit', 'topology', 'replay', 'dead-letters', 'snapshot', 'operator'];

/** Returns why `name` cannot be the name of an outside consumer, or null if it can. */
export function outsideNameProblem(name: string): string | null {
  if (!NAME.test(name)) return 'must begin with a letter and have at most 31 of a-z, 0-9 and "-"';
  const isTaken = [...SERVICE_NAMES, ...RESERVED].includes(name);
  return isTaken ? 'is the name of a part of the product' : null;
}

/** Returns the durables that the consumer may create, in the order in which they are shown. */
export function outsideDurables(name: string): string[] {
  return Array.from({ length: MAX_DURABLES }, (_none, index) => (index === 0 ? name : `${name}_${index}`));
}

/** Returns what the NATS user of the consumer may do. */
export function outsidePermissions({ name, accountId }: OutsideConsumer): NatsPermissions {
  const readable = (noun: string): string =>
    accountId === null ? `${noun}.>` : `${noun}.*.*.${accountId}.>`;
  return {
    publish: [
      '$JS.API.INFO',
      ...outsideDurables(name).flatMap((durable) => durableSubjects(durable, accountId)),
    ],
    denied: misreadAcknowledgements(STREAM),
    subscribe: [`_INBOX.${name}.>`, ...NOUNS.map(readable)],
  };
}

/**
 * Returns the subjects to create, consume and delete one durable. The create subject ends with the filter, and the server
 * refuses a body with another filter. The filter `>` is not allowed: when the stream is purged, nats-server 2.9 forgets what
 * such a durable has not acknowledged.
 */
function durableSubjects(durable: string, accountId: number | null): string[] {
  return [
    `$JS.API.CONSUMER.CREATE.${STREAM}.${durable}.${accountId === null ? '*.>' : `*.*.*.${accountId}.>`}`,
    `$JS.API.CONSUMER.DELETE.${STREAM}.${durable}`,
    ...consumingSubjects(STREAM, durable),
  ];
}

const BEGIN =
  '  # --- Outside consumers. npm run consumer:add and consumer:remove write this part; others keep it. ---';
const END = '  # --- End of the outside consumers. ---';
const REMOVED = /^ {2}# ([a-z0-9-]+), removed: (?:account (\d+)|every account)$/gm;
const PRESENT =
  /^ {2}# ([a-z0-9-]+): (?:account (\d+)|every account)\n {2}\{\n {4}user: "\1", password: "([^"]+)"$/gm;

/** Returns the part of a `users.conf` that holds the outside consumers. It stands in the list of users. */
export function outsideSection(consumers: readonly OutsideConsumer[]): string {
  const present = consumers.filter(({ passwordHash }) => passwordHash !== null);
  const removed = consumers.filter(({ passwordHash }) => passwordHash === null);
  return [BEGIN, ...[...present, ...removed].map(entryOf), END].join('\n');
}

function entryOf(consumer: OutsideConsumer): string {
  const { name, accountId, passwordHash } = consumer;
  const reads = accountId === null ? 'every account' : `account ${accountId}`;
  if (passwordHash === null) return `  # ${name}, removed: ${reads}`;
  const login = `user: "${name}", password: "${passwordHash}"`;
  return `  # ${name}: ${reads}\n${userBlock(login, outsidePermissions(consumer))}`;
}

/**
 * Reads the outside consumers of a `users.conf`. Throws if it has no part for them, or if that part holds a user that the
 * commands did not write, because writing the file again would lose that user.
 */
export function outsideConsumersIn(usersConf: string): OutsideConsumer[] {
  const section = sectionOf(usersConf);
  const accountOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  const removed = [...section.matchAll(REMOVED)].map(([, name, account]) => ({
    name: name as string,
    accountId: accountOf(account),
    passwordHash: null,
  }));
  const present = [...section.matchAll(PRESENT)].map(([, name, account, hash]) => ({
    name: name as string,
    accountId: accountOf(account),
    passwordHash: hash as string,
  }));
  if (present.length !== [...section.matchAll(/\buser\s*[:=]/g)].length) {
    throw new Error(
      'The part of the outside consumers was edited by hand. Undo that, or remove those users.',
    );
  }
  return [...present, ...removed];
}

/** Returns the text of a `users.conf` with these outside consumers in place of its present ones. */
export function withOutsideConsumers(usersConf: string, consumers: readonly OutsideConsumer[]): string {
  const section = sectionOf(usersConf);
  return usersConf.replace(section, () => outsideSection(consumers));
}

function sectionOf(usersConf: string): string {
  const [begin, end] = [usersConf.indexOf(BEGIN), usersConf.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error('The file has no part for outside consumers.');
  return usersConf.slice(begin, end + END.length);
}
