import { DURABLES, type DurableTopology, STREAMS, type StreamTopology } from '@plaudit/contracts';
import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  nanos,
  ReplayPolicy,
  RetentionPolicy,
  type StreamConfig,
  StorageType,
} from 'nats';

export interface TopologyOptions {
  /** Size of EVENTS in bytes; the server reserves it. Default 1 GB. */
  eventsMaxBytes?: number;
  /** 1, or 3 on a cluster; default 1. */
  replicas?: number;
  streams?: readonly StreamTopology[];
  durables?: readonly DurableTopology[];
}

export const EVENTS_STREAM = 'EVENTS';
export const DEAD_LETTER_STREAM = 'DLQ';

export function streamsOf(options: TopologyOptions): StreamTopology[] {
  return (options.streams ?? STREAMS).map((stream) =>
    stream.name === EVENTS_STREAM && options.eventsMaxBytes
      ? { ...stream, maxBytes: options.eventsMaxBytes }
      : stream,
  );
}

export function durablesIn(options: TopologyOptions): readonly DurableTopology[] {
  return options.durables ?? DURABLES;
}

/** A stream in the words of NATS; nothing that servers older than 2.9.10 would drop silently. */
export function streamSettings(stream: StreamTopology, replicas: number): Partial<StreamConfig> {
  return {
    name: stream.name,
    subjects: stream.subjects,
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    max_age: nanos(stream.maxAgeMs),
    max_bytes: stream.maxBytes,
    duplicate_window: nanos(stream.duplicateWindowMs),
    discard: stream.discard === 'new' ? DiscardPolicy.New : DiscardPolicy.Old,
    num_replicas: replicas,
    allow_direct: true,
    // Dead letters are taken out one by one when they are redelivered; events never are.
    deny_delete: stream.name === EVENTS_STREAM,
  };
}

/** A durable in the words of NATS. It reads the whole stream: inboxes make that safe, and a new service needs it. */
export function durableSettings(durable: DurableTopology): ConsumerConfig {
  return {
    durable_name: durable.name,
    filter_subject: durable.filter,
    deliver_policy: DeliverPolicy.All,
    ack_policy: AckPolicy.Explicit,
    replay_policy: ReplayPolicy.Instant,
    ack_wait: nanos(durable.ackWaitMs),
    max_ack_pending: durable.maxAckPending,
    // libs/events counts deliveries itself: a server that gives up leaves no dead letter.
    max_deliver: -1,
  };
}

/** Names of the wanted settings that differ. */
export function differences(current: object, wanted: object): string[] {
  const now = current as Record<string, unknown>;
  return Object.entries(wanted)
    .filter(([key, value]) => JSON.stringify(now[key] ?? defaultOf(value)) !== JSON.stringify(value))
    .map(([key]) => key);
}

/** The server leaves out what is false or 0. */
function defaultOf(value: unknown): unknown {
  if (typeof value === 'boolean') return false;
  return typeof value === 'number' ? 0 : undefined;
}
