import { connect, nanos } from 'nats';

import { eventually } from '../eventually';
import { connectionOptions } from './connection-options';

/** nats.js alone would give up after a second, in which a busy machine may stand still. */
const ANSWER_MS = 30_000;

/** Deletes a stream with its durables, as a mistaken operator would. */
export async function deleteStream(natsUrl: string, stream: string): Promise<void> {
  await ask(natsUrl, `$JS.API.STREAM.DELETE.${stream}`);
}

/** Deletes a durable of EVENTS, as a mistaken operator would. */
export async function deleteDurable(natsUrl: string, durable: string): Promise<void> {
  await ask(natsUrl, `$JS.API.CONSUMER.DELETE.EVENTS.${durable}`);
}

export interface DurableBacklog {
  /** Not yet delivered to anyone. */
  pending: number;
  /** Delivered and not yet answered, or given back. */
  unacknowledged: number;
  /** Requests for more that wait at the server: one of each replica that has room. */
  pulls: number;
}

/** Where a durable of EVENTS stands. */
export async function durableBacklog(natsUrl: string, durable: string): Promise<DurableBacklog> {
  const info = await ask<{ num_pending: number; num_ack_pending: number; num_waiting: number }>(
    natsUrl,
    `$JS.API.CONSUMER.INFO.EVENTS.${durable}`,
  );
  return { pending: info.num_pending, unacknowledged: info.num_ack_pending, pulls: info.num_waiting };
}

/** Waits until everything that is in EVENTS was handled for the durable. */
export async function consumed(natsUrl: string, durable: string): Promise<void> {
  await eventually(
    () => durableBacklog(natsUrl, durable),
    ({ pending, unacknowledged }) => pending + unacknowledged === 0,
    `${durable} to have handled everything`,
  );
}

/** From now on a durable of EVENTS waits this long for an answer before it delivers again by itself. */
export async function setAckWait(natsUrl: string, durable: string, ackWaitMs: number): Promise<void> {
  const info = await ask<{ config: object }>(natsUrl, `$JS.API.CONSUMER.INFO.EVENTS.${durable}`);
  await ask(natsUrl, `$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.${durable}`, {
    stream_name: 'EVENTS',
    config: { ...info.config, ack_wait: nanos(ackWaitMs) },
  });
}

async function ask<Answer>(natsUrl: string, subject: string, question?: object): Promise<Answer> {
  const connection = await connect(connectionOptions(natsUrl));
  try {
    const payload = question && JSON.stringify(question);
    const message = await connection.request(subject, payload, { timeout: ANSWER_MS });
    const answer = message.json<Answer & { error?: { description: string } }>();
    if (answer.error) throw new Error(`${subject}: ${answer.error.description}`);
    return answer;
  } finally {
    await connection.close();
  }
}
