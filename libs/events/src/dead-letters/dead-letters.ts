import { headers, type JetStreamManager, type MsgHdrs, type MsgRequest, type NatsConnection } from 'nats';
import { connectNats } from '../connection/nats-link';
import { ONLY_FOR_HEADER } from '../consume/delivery';
import { EVENT_CONTENT_TYPE } from '../publish/event-message';
import { DEAD_LETTER_STREAM } from '../topology/topology-settings';
import { DEAD_LETTER_HEADERS, deadLetterSubject } from './dead-letter-writer';

/** A message that a durable gave up on. */
export interface DeadLetter {
  /** Names the letter: its sequence in the DLQ stream. */
  letter: number;
  durable: string;
  /** Where the message was published. */
  subject: string;
  reason: string;
  deliveries: number;
  /** ISO 8601 UTC. */
  buriedAt: string;
  /** `Nats-Msg-Id` of the original: the event's id. */
  messageId: string;
  payload: string;
}

export interface DeadLetterQuery {
  /** Only those of one durable. */
  durable?: string;
  /** Only these. */
  letters?: readonly number[];
  /** Default 100. */
  limit?: number;
}

const NO_MESSAGE_FOUND = 10037;

/** Dead letters, oldest first. */
export async function listDeadLetters(natsUrl: string, query: DeadLetterQuery = {}): Promise<DeadLetter[]> {
  return withNats(natsUrl, async (nats) => find(await nats.jetstreamManager(), query));
}

/**
 * Publishes dead letters anew under their original subject and removes them from the DLQ; returns those. The copy
 * is addressed to the durable that gave up, so the other durables pass over it (an external subscriber sees the same
 * event id again). Its message id is new, or the stream would drop it as a duplicate; the event id stays, so a handler
 * that had done its work before another one failed is not run again.
 */
export async function redeliverDeadLetters(natsUrl: string, query: DeadLetterQuery): Promise<DeadLetter[]> {
  return withNats(natsUrl, async (nats) => {
    const jsm = await nats.jetstreamManager();
    const letters = await find(jsm, query);
    for (const letter of letters) await redeliver(nats, jsm, letter);
    return letters;
  });
}

async function redeliver(nats: NatsConnection, jsm: JetStreamManager, letter: DeadLetter): Promise<void> {
  const sent = headers();
  sent.set('Content-Type', EVENT_CONTENT_TYPE);
  sent.set(ONLY_FOR_HEADER, letter.durable);
  await nats.jetstream().publish(letter.subject, letter.payload, {
    msgID: `${letter.messageId}:redelivered:${letter.letter}`,
    headers: sent,
  });
  await jsm.streams.deleteMessage(DEAD_LETTER_STREAM, letter.letter);
}

async function find(jsm: JetStreamManager, query: DeadLetterQuery): Promise<DeadLetter[]> {
  const found: DeadLetter[] = [];
  const subject = query.durable ? deadLetterSubject(query.durable) : 'dlq.>';
  const limit = query.limit ?? 100;
  let sequence = 1;
  while (found.length < limit) {
    const letter = await nextLetter(jsm, subject, sequence);
    if (!letter) break;
    if (!query.letters || query.letters.includes(letter.letter)) found.push(letter);
    sequence = letter.letter + 1;
  }
  return found;
}

async function nextLetter(jsm: JetStreamManager, subject: string, from: number): Promise<DeadLetter | null> {
  try {
    const stored = await jsm.streams.getMessage(DEAD_LETTER_STREAM, nextAfter(from, subject));
    return {
      letter: stored.seq,
      durable: stored.subject.slice('dlq.'.length),
      subject: stored.header.get(DEAD_LETTER_HEADERS.subject),
      reason: stored.header.get(DEAD_LETTER_HEADERS.reason),
      deliveries: Number(stored.header.get(DEAD_LETTER_HEADERS.deliveries)),
      buriedAt: stored.time.toISOString(),
      messageId: messageIdOf(stored.header),
      payload: Buffer.from(stored.data).toString('utf8'),
    };
  } catch (error) {
    if (isNoMessage(error)) return null;
    throw error;
  }
}

/** The server knows this query; the types of nats.js have it for direct gets only. */
function nextAfter(seq: number, subject: string): MsgRequest {
  return { seq, next_by_subj: subject } as unknown as MsgRequest;
}

function isNoMessage(error: unknown): boolean {
  return (error as { api_error?: { err_code?: number } }).api_error?.err_code === NO_MESSAGE_FOUND;
}

/** A letter from a message without an id of its own is named by where it lay. */
function messageIdOf(header: MsgHdrs): string {
  return header.get(DEAD_LETTER_HEADERS.messageId) || `seq-${header.get(DEAD_LETTER_HEADERS.sequence)}`;
}

async function withNats<T>(natsUrl: string, work: (nats: NatsConnection) => Promise<T>): Promise<T> {
  const nats = await connectNats({ url: natsUrl, service: 'dead-letters' });
  try {
    return await work(nats);
  } finally {
    await nats.close();
  }
}
