import { randomUUID } from 'node:crypto';
import { directSubject, type DomainEvent } from '@plaudit/contracts';
import { connect, nanos } from 'nats';

import { eventually } from '../eventually';
import { connectionOptions } from './connection-options';

/** The default of nats.js is one second, which is too short on a busy machine. */
const REPLY_TIMEOUT_MS = 30_000;

/** Deletes a stream with its durables, as an operator might by mistake. */
export async function deleteStream(natsUrl: string, stream: string): Promise<void> {
  await request(natsUrl, `$JS.API.STREAM.DELETE.${stream}`);
}

/** Deletes a durable of EVENTS, as an operator might by mistake. */
export async function deleteDurable(natsUrl: string, durable: string): Promise<void> {
  await request(natsUrl, `$JS.API.CONSUMER.DELETE.EVENTS.${durable}`);
}

/** Publishes a message on a subject of EVENTS, without the id by which the stream refuses a repeat. */
export async function publishToEvents(natsUrl: string, subject: string, payload: string): Promise<void> {
  const connection = await connect(connectionOptions(natsUrl));
  try {
    await connection.jetstream().publish(subject, payload, { timeout: REPLY_TIMEOUT_MS });
  } finally {
    await connection.close();
  }
}

export interface DurableBacklog {
  /** Events that were not delivered yet. */
  pending: number;
  /** Events that were delivered and not acknowledged yet, or put back. */
  unacknowledged: number;
  /** Open pull requests at the server. Each replica with room for more events has one. */
  pulls: number;
}

/** Returns the backlog of a durable. */
export async function durableBacklog(
  natsUrl: string,
  durable: string,
  stream: 'EVENTS' | 'DIRECT' = 'EVENTS',
): Promise<DurableBacklog> {
  const info = await request<{ num_pending: number; num_ack_pending: number; num_waiting: number }>(
    natsUrl,
    `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
  );
  return { pending: info.num_pending, unacknowledged: info.num_ack_pending, pulls: info.num_waiting };
}

/** Waits until the durable has handled everything that is in the stream. */
export async function waitUntilConsumed(
  natsUrl: string,
  durable: string,
  stream: 'EVENTS' | 'DIRECT' = 'EVENTS',
): Promise<void> {
  await eventually(
    () => durableBacklog(natsUrl, durable, stream),
    ({ pending, unacknowledged }) => pending + unacknowledged === 0,
    `${durable} to have handled everything`,
  );
}

/** Sends an event to one durable only, as a snapshot does, and waits until it is stored. */
export async function sendDirect(natsUrl: string, durable: string, event: DomainEvent): Promise<void> {
  const connection = await connect(connectionOptions(natsUrl));
  try {
    await connection
      .jetstream()
      .publish(directSubject(durable), JSON.stringify(event), { msgID: randomUUID() });
  } finally {
    await connection.close();
  }
}

/** Sets how long a durable of EVENTS waits for an acknowledgement before it delivers an event again. */
export async function setAckWait(natsUrl: string, durable: string, ackWaitMs: number): Promise<void> {
  const info = await request<{ config: object }>(natsUrl, `$JS.API.CONSUMER.INFO.EVENTS.${durable}`);
  await request(natsUrl, `$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.${durable}`, {
    stream_name: 'EVENTS',
    config: { ...info.config, ack_wait: nanos(ackWaitMs) },
  });
}

/** Sends a request to the API of JetStream on a connection of its own. Throws if the reply is an error. */
export async function request<Reply>(
  natsUrl: string,
  subject: string,
  body?: object,
  timeout = REPLY_TIMEOUT_MS,
): Promise<Reply> {
  const connection = await connect(connectionOptions(natsUrl));
  try {
    const payload = body && JSON.stringify(body);
    const message = await connection.request(subject, payload, { timeout });
    const reply = message.json<Reply & { error?: { description: string } }>();
    if (reply.error) throw new Error(`${subject}: ${reply.error.description}`);
    return reply;
  } finally {
    await connection.close();
  }
}
