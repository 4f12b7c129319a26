import { deadLetterSubject, directSubject } from '@plaudit/contracts';
import { headers, type JetStreamManager, type MsgHdrs, type NatsConnection } from 'nats';
import { accessTo, type NatsServer } from '../connection/nats-access';
import { connectNats } from '../connection/nats-connection';
import { isNotFound } from '../consume/durable-check';
import { EVENT_CONTENT_TYPE } from '../publish/event-message';
import { nextMessage } from '../stream/next-message';
import { DEAD_LETTER_STREAM, DIRECT_STREAM } from '../topology/topology-settings';
import { DEAD_LETTER_HEADERS } from './dead-letter-writer';

/** A message that a durable failed to handle. */
export interface DeadLetter {
  /** Identifies the dead letter. It is the sequence in the DLQ stream. */
  letter: number;
  durable: string;
  /** Subject of the original message. */
  subject: string;
  reason: string;
  deliveries: number;
  /** ISO 8601 UTC. */
  deadLetteredAt: string;
  /** `Nats-Msg-Id` of the original message, which is the event's id. */
  messageId: string;
  payload: string;
}

export interface DeadLetterQuery {
  /** Returns only the dead letters of this durable. */
  durable?: string;
  /** Returns only these dead letters. */
  letters?: readonly number[];
  /** Returns only the dead letters whose subject, message id, reason or payload contains this text, in any case. */
  search?: string;
  /** Default 100. */
  limit?: number;
}

export interface Redelivery {
  redelivered: DeadLetter[];
  /** Stay in the DLQ, because their durable does not exist. In DIRECT nobody would receive them. */
  left: DeadLetter[];
}

/** Returns the dead letters, oldest first. */
export async function listDeadLetters(
  server: NatsServer,
  query: DeadLetterQuery = {},
): Promise<DeadLetter[]> {
  return withNats(server, async (nats) => find(await nats.jetstreamManager(), query));
}

/**
 * Sends dead letters again to the durable that failed, and to no other consumer, and removes them from the DLQ. The message
 * id is new, because the stream would drop a duplicate. The event id stays the same, so a handler that had succeeded before
 * another one failed does not run again.
 */
export async function redeliverDeadLetters(server: NatsServer, query: DeadLetterQuery): Promise<Redelivery> {
  return withNats(server, async (nats) => {
    const jsm = await nats.jetstreamManager();
    const letters = await find(jsm, query);
    const missing = await missingDurables(jsm, letters);
    const redelivered = letters.filter(({ durable }) => !missing.has(durable));
    for (const letter of redelivered) await redeliver(nats, jsm, letter);
    return { redelivered, left: letters.filter(({ durable }) => missing.has(durable)) };
  });
}

/** Deletes dead letters for good. Returns them. */
export async function discardDeadLetters(server: NatsServer, query: DeadLetterQuery): Promise<DeadLetter[]> {
  return withNats(server, async (nats) => {
    const jsm = await nats.jetstreamManager();
    const letters = await find(jsm, query);
    for (const { letter } of letters) await jsm.streams.deleteMessage(DEAD_LETTER_STREAM, letter);
    return letters;
  });
}

/** Returns the durables of the letters that DIRECT does not have. Asks once per durable. */
async function missingDurables(jsm: JetStreamManager, letters: readonly DeadLetter[]): Promise<Set<string>> {
  const missing = new Set<string>();
  for (const durable of new Set(letters.map((letter) => letter.durable))) {
    try {
      await jsm.consumers.info(DIRECT_STREAM, durable);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      missing.add(durable);
    }
  }
  return missing;
}

async function redeliver(nats: NatsConnection, jsm: JetStreamManager, letter: DeadLetter): Promise<void> {
  const messageHeaders = headers();
  messageHeaders.set('Content-Type', EVENT_CONTENT_TYPE);
  messageHeaders.set(DEAD_LETTER_HEADERS.subject, letter.subject);
  messageHeaders.set(DEAD_LETTER_HEADERS.messageId, letter.messageId);
  await nats.jetstream().publish(directSubject(letter.durable), letter.payload, {
    msgID: `${letter.messageId}:redelivered:${letter.letter}`,
    headers: messageHeaders,
  });
  await jsm.streams.deleteMessage(DEAD_LETTER_STREAM, letter.letter);
}

async function find(jsm: JetStreamManager, query: DeadLetterQuery): Promise<DeadLetter[]> {
  const found: DeadLetter[] = [];
  const subject = deadLetterSubject(query.durable || '>');
  const limit = query.limit ?? 100;
  let sequence = 1;
  while (found.length < limit) {
    const letter = await nextLetter(jsm, subject, sequence);
    if (!letter) break;
    if (isWanted(letter, query)) found.push(letter);
    sequence = letter.letter + 1;
  }
  return found;
}

function isWanted(letter: DeadLetter, { letters, search }: DeadLetterQuery): boolean {
  if (letters && !letters.includes(letter.letter)) return false;
  if (search === undefined) return true;
  const { subject, messageId, reason, payload } = letter;
  const text = search.toLowerCase();
  return [subject, messageId, reason, payload].some((field) => field.toLowerCase().includes(text));
}

async function nextLetter(jsm: JetStreamManager, subject: string, from: number): Promise<DeadLetter | null> {
  const stored = await nextMessage(jsm, DEAD_LETTER_STREAM, { from, subject });
  if (!stored) return null;
  return {
    letter: stored.seq,
    durable: stored.subject.slice(deadLetterSubject('').length),
    subject: stored.header.get(DEAD_LETTER_HEADERS.subject),
    reason: stored.header.get(DEAD_LETTER_HEADERS.reason),
    deliveries: Number(stored.header.get(DEAD_LETTER_HEADERS.deliveries)),
    deadLetteredAt: stored.time.toISOString(),
    messageId: messageIdOf(stored.header),
    payload: Buffer.from(stored.data).toString('utf8'),
  };
}

/** Returns the id of the original message, or its stream sequence if it had no id. */
function messageIdOf(header: MsgHdrs): string {
  return header.get(DEAD_LETTER_HEADERS.messageId) || `seq-${header.get(DEAD_LETTER_HEADERS.sequence)}`;
}

async function withNats<T>(server: NatsServer, work: (nats: NatsConnection) => Promise<T>): Promise<T> {
  const nats = await connectNats({ ...accessTo(server), service: 'dead-letters' });
  try {
    return await work(nats);
  } finally {
    await nats.close();
  }
}
