import { type DomainEvent } from '@plaudit/contracts';
import { connect, consumerOpts } from 'nats';

import { connectionOptions } from './connection-options';
import { request } from './operator';

/** A message of the stream EVENTS without its payload. */
export interface StoredEvent {
  sequence: number;
  /** The subject of the message, such as `review.created.v1.1.1`. */
  address: string;
  id: string;
  type: string;
  /** The name of the service that published the event. */
  source: string;
  /** `review 17`: the kind and id of the record that changed. */
  record: string;
  version: number;
  /** How a review came into the product, such as `collected`. Other records have none. */
  origin: string | undefined;
}

/** Returns the events that the stream EVENTS has stored after a sequence, in its order. */
export async function readEvents(natsUrl: string, after: number): Promise<StoredEvent[]> {
  const connection = await connect(connectionOptions(natsUrl));
  try {
    const manager = await connection.jetstreamManager({ checkAPI: false });
    const { state } = await manager.streams.info('EVENTS');
    if (state.last_seq <= after) return [];
    const options = consumerOpts()
      .orderedConsumer()
      .startSequence(after + 1);
    const messages = await connection.jetstream().subscribe('>', options.bindStream('EVENTS'));
    const read: StoredEvent[] = [];
    for await (const message of messages) {
      read.push(storedEvent(message.seq, message.subject, message.json()));
      if (message.seq >= state.last_seq) break;
    }
    return read;
  } finally {
    await connection.close();
  }
}

function storedEvent(
  sequence: number,
  address: string,
  event: DomainEvent<{ origin?: string }>,
): StoredEvent {
  return {
    sequence,
    address,
    id: event.id,
    type: event.type,
    source: event.source.replace('/', ''),
    record: `${event.aggregatetype} ${event.subject}`,
    version: event.aggregateversion,
    origin: event.data.origin,
  };
}

interface DurableInfo {
  name: string;
  num_pending: number;
  num_ack_pending: number;
}

/** Returns the durables of a stream with events that are not acknowledged, and how many each of them has. */
export async function jetStreamBacklog(
  natsUrl: string,
  stream: 'EVENTS' | 'DIRECT',
): Promise<Record<string, number>> {
  const { consumers, total } = await request<{ consumers: DurableInfo[]; total: number }>(
    natsUrl,
    `$JS.API.CONSUMER.LIST.${stream}`,
    { offset: 0 },
    5_000,
  );
  if (consumers.length !== total)
    throw new Error(`${stream} reported ${consumers.length} of ${total} durables.`);
  const counts = consumers.map((one) => [one.name, one.num_pending + one.num_ack_pending] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
