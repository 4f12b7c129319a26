import { directSubject, traceHeaders } from '@plaudit/contracts';
import { type Consumer, DeliverPolicy, type JsMsg } from 'nats';
import { accessTo, type NatsServer } from '../connection/nats-access';
import { NatsLink } from '../connection/nats-link';
import { DEAD_LETTER_HEADERS } from '../dead-letters/dead-letter-writer';
import { EVENT_CONTENT_TYPE, orderKey } from '../publish/event-message';
import type { OutgoingMessage } from '../publish/publish-outcome';
import { DirectSender } from '../snapshot/direct-sender';
import { EVENTS_STREAM } from '../topology/topology-settings';

export interface DurableReplayOptions {
  nats: NatsServer;
  /** The durable that receives the events again. */
  durable: string;
  /** Includes events that were stored at or after this time. */
  from: Date;
  /** Includes events that were stored before this time; default now. */
  until?: Date;
  /** Events per second; default 5,000. */
  rate?: number;
  /** Sending pauses while more events than this wait for the durable; default 5,000. */
  maxBacklog?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const DEFAULT_RATE = 5_000;
const DEFAULT_BACKLOG = 5_000;
const BATCH = 200;

/**
 * Sends the events of the stream EVENTS that match the durable's filter to that durable again, and to no other consumer. Returns
 * their number. The ids of the events stay the same, so handlers skip the events that they have handled.
 */
export async function replayToDurable(options: DurableReplayOptions): Promise<number> {
  const { durable, rate = DEFAULT_RATE, maxBacklog = DEFAULT_BACKLOG } = options;
  const link = new NatsLink({ ...accessTo(options.nats), service: 'replay' });
  const sender = new DirectSender(link, { durable, rate, maxBacklog });
  link.open();
  try {
    await link.waitUntilConnected(CONNECT_TIMEOUT_MS);
    await sender.checkDurable();
    return await sendAll(await storedEvents(link, options), sender, options);
  } finally {
    sender.close();
    await link.close();
  }
}

async function storedEvents(link: NatsLink, { durable, from }: DurableReplayOptions): Promise<Consumer> {
  const nats = link.connection!;
  const { config } = await (await nats.jetstreamManager()).consumers.info(EVENTS_STREAM, durable);
  return nats.jetstream().consumers.get(EVENTS_STREAM, {
    filterSubjects: config.filter_subject,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: from.toISOString(),
  });
}

async function sendAll(
  stored: Consumer,
  sender: DirectSender,
  { durable, until = new Date() }: DurableReplayOptions,
): Promise<number> {
  if ((await stored.info()).num_pending === 0) return 0;
  const run = Date.now();
  let batch: OutgoingMessage[] = [];
  let sent = 0;
  const flush = async (): Promise<void> => {
    await sender.send(batch, batch.length);
    sent += batch.length;
    batch = [];
  };
  const reading = await stored.consume({ max_messages: BATCH });
  for await (const message of reading) {
    if (storedAt(message) >= until.getTime()) break;
    batch.push(messageTo(durable, message, run));
    if (message.info.pending === 0) break;
    if (batch.length === BATCH) await flush();
  }
  await reading.close();
  await flush();
  return sent;
}

function storedAt({ info }: JsMsg): number {
  return info.timestampNanos / 1_000_000;
}

/** The message id is new for each run, because the stream would drop a duplicate. */
function messageTo(durable: string, message: JsMsg, run: number): OutgoingMessage {
  const payload = message.string();
  const messageId = message.headers?.get('Nats-Msg-Id') ?? `seq-${message.seq}`;
  return {
    id: `${messageId}:replayed:${run}`,
    subject: directSubject(durable),
    payload,
    key: orderKey({ subject: message.subject, payload }),
    headers: {
      'Content-Type': EVENT_CONTENT_TYPE,
      ...traceHeaders({
        traceparent: message.headers?.get('traceparent'),
        tracestate: message.headers?.get('tracestate'),
      }),
      [DEAD_LETTER_HEADERS.subject]: message.subject,
      [DEAD_LETTER_HEADERS.messageId]: messageId,
    },
  };
}
