import { deadLetterSubject } from '@plaudit/contracts';
import {
  AckPolicy,
  type ConsumerInfo,
  type JetStreamManager,
  type NatsConnection,
  type StoredMsg,
} from 'nats';
import { apiPrefixOf } from '../connection/jetstream-api';
import { isNotFound } from '../consume/durable-check';
import { nextMessage } from './next-message';
import { DEAD_LETTER_STREAM } from '../topology/topology-settings';
import type { StreamLevel } from './purge-plan';

const NAMES_TIMEOUT_MS = 30_000;

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

/** The consumers of a stream, also those that the topology does not know. */
export interface StreamConsumers {
  reported: ConsumerInfo[];
  /** The names of those that exist and did not report. They may need every message. */
  silent: string[];
}

/**
 * Returns the consumers of a stream. The list of a NATS cluster lacks every consumer that has no leader at that moment, as
 * when a server restarts. The names come from the leader of the cluster, which knows them all. Throws if there is none.
 */
export async function consumersOf(
  nats: NatsConnection,
  jsm: JetStreamManager,
  stream: string,
): Promise<StreamConsumers> {
  const reported: ConsumerInfo[] = [];
  for await (const consumer of jsm.consumers.list(stream)) reported.push(consumer);
  const listed = new Set(reported.map(({ name }) => name));
  const names = await consumerNames(nats, stream);
  return { reported, silent: names.filter((name) => !listed.has(name)) };
}

interface NamesPage {
  total: number;
  consumers: string[] | null;
  error?: { description: string };
}

/** nats.js has no method for this request. A page has at most 1,024 names. */
async function consumerNames(nats: NatsConnection, stream: string): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const query = JSON.stringify({ offset: names.length });
    const reply = await nats.request(`${apiPrefixOf(nats)}.CONSUMER.NAMES.${stream}`, query, {
      timeout: NAMES_TIMEOUT_MS,
    });
    const { error, total, consumers } = reply.json<NamesPage>();
    if (error) throw new Error(`NATS did not name the consumers of ${stream}: ${error.description}`);
    names.push(...(consumers ?? []));
    if (!consumers?.length || names.length >= total) return names;
  }
}

/** Returns true for a consumer of `LiveEvents`. It needs no message that it has not received, and another one replaces it soon. */
export function isLive({ config: { durable_name, ack_policy } }: ConsumerInfo): boolean {
  return !durable_name && ack_policy === AckPolicy.None;
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
