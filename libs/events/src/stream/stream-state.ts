import { deadLetterSubject } from '@plaudit/contracts';
import type { ConsumerInfo, JetStreamManager, StoredMsg } from 'nats';
import { isNotFound } from '../consume/durable-check';
import { nextMessage } from './next-message';
import { DEAD_LETTER_STREAM } from '../topology/topology-settings';
import type { StreamLevel } from './purge-plan';

/** Returns the level of a stream, or null if the stream is missing. */
export async function levelOf(jsm: JetStreamManager, stream: string): Promise<StreamLevel | null> {
  try {
    const { config, state } = await jsm.streams.info(stream);
    return {
      stream,
      bytes: state.bytes,
      maxBytes: config.max_bytes ?? -1,
      messages: state.messages,
      first: state.first_seq,
      last: state.last_seq,
    };
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Returns how many dead letters each durable has. Those of durables that no release has any more are included. */
export async function deadLettersOf(
  jsm: JetStreamManager,
  durables: readonly string[],
): Promise<{ durable: string; letters: number }[]> {
  const prefix = deadLetterSubject('');
  const { state } = await jsm.streams.info(DEAD_LETTER_STREAM, { subjects_filter: `${prefix}>` });
  const counts = new Map(durables.map((durable) => [durable, 0]));
  for (const [subject, letters] of Object.entries(state.subjects ?? {}))
    counts.set(subject.slice(prefix.length), letters);
  return [...counts].map(([durable, letters]) => ({ durable, letters }));
}

/** Returns all consumers of a stream, also those that the topology does not know. */
export async function consumersOf(
  jsm: JetStreamManager,
  stream: string,
  durables: readonly string[],
): Promise<ConsumerInfo[]> {
  const consumers: ConsumerInfo[] = [];
  for await (const consumer of jsm.consumers.list(stream)) consumers.push(consumer);
  return withUnlisted(jsm, stream, consumers, durables);
}

/**
 * Adds the durables that exist although they are not listed. The list of a NATS cluster lacks every consumer that has no
 * leader at that moment, as when a server restarts. Throws if NATS does not tell whether one of them exists.
 */
export async function withUnlisted(
  jsm: JetStreamManager,
  stream: string,
  listed: readonly ConsumerInfo[],
  durables: readonly string[],
): Promise<ConsumerInfo[]> {
  const names = new Set(listed.map(({ name }) => name));
  const asked = durables.filter((durable) => !names.has(durable));
  const answers = await Promise.all(asked.map((durable) => consumerOf(jsm, stream, durable)));
  return [...listed, ...answers.filter((answer) => answer !== null)];
}

async function consumerOf(
  jsm: JetStreamManager,
  stream: string,
  durable: string,
): Promise<ConsumerInfo | null> {
  try {
    return await jsm.consumers.info(stream, durable);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Returns how many messages a consumer has not acknowledged. */
export function lagOf({ num_pending, num_ack_pending }: ConsumerInfo): number {
  return num_pending + num_ack_pending;
}

/**
 * Returns the oldest message of its stream that the consumer has not acknowledged, or null if there is none. The ack floor
 * alone does not tell: it stays at the last message that matched the filter, however many others follow.
 */
export async function oldestNeeded(jsm: JetStreamManager, consumer: ConsumerInfo): Promise<StoredMsg | null> {
  if (lagOf(consumer) === 0) return null;
  const { stream_name: stream, ack_floor: floor, config } = consumer;
  const filters = config.filter_subjects ?? [config.filter_subject || '>'];
  const found = await Promise.all(
    filters.map((subject) => nextMessage(jsm, stream, { from: floor.stream_seq + 1, subject })),
  );
  const needed = found.filter((message) => message !== null);
  return needed.toSorted((a, b) => a.seq - b.seq)[0] ?? null;
}
