import { DURABLES, type DurableTopology, ownValue, STREAMS, type StreamTopology } from '@plaudit/contracts';
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
  /** Size of the EVENTS stream in bytes, which the server reserves. Default: its current size, or 1 GB for a new stream. */
  eventsMaxBytes?: number;
  /** Copies of each stream: 1, or 3 on a cluster. Default: the current number, or 1 for a new stream. */
  replicas?: number;
  /** Also makes streams smaller, drops subjects, lowers replicas and changes filters. */
  force?: boolean;
  streams?: readonly StreamTopology[];
  durables?: readonly DurableTopology[];
}

export const EVENTS_STREAM = 'EVENTS';
export const DIRECT_STREAM = 'DIRECT';
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

/** Returns the NATS configuration of a stream. It uses only settings that servers from 2.9.10 on support. */
export function streamSettings(stream: StreamTopology, replicas: number): Partial<StreamConfig> {
  return {
    name: stream.name,
    subjects: stream.subjects,
    retention: stream.retention === 'workqueue' ? RetentionPolicy.Workqueue : RetentionPolicy.Limits,
    storage: StorageType.File,
    max_age: nanos(stream.maxAgeMs),
    max_bytes: stream.maxBytes,
    duplicate_window: nanos(stream.duplicateWindowMs),
    discard: stream.discard === 'new' ? DiscardPolicy.New : DiscardPolicy.Old,
    num_replicas: replicas,
    allow_direct: true,
    // Only events are never deleted one by one. Dead letters are when they are redelivered, direct messages when handled.
    deny_delete: stream.name === EVENTS_STREAM,
  };
}

/**
 * Returns the NATS configuration of a durable. A durable reads the whole stream, because a new service needs all
 * events. The inbox makes that safe for the others.
 */
export function durableSettings(durable: DurableTopology): ConsumerConfig {
  return {
    durable_name: durable.name,
    filter_subject: durable.filter,
    deliver_policy: DeliverPolicy.All,
    ack_policy: AckPolicy.Explicit,
    replay_policy: ReplayPolicy.Instant,
    ack_wait: nanos(durable.ackWaitMs),
    max_ack_pending: durable.maxAckPending,
    // DeliveryHandler counts the deliveries, because the server creates no dead letter when it gives up on a message.
    max_deliver: -1,
  };
}

/** Returns the names of the wanted settings whose current value differs. */
export function differences(current: object, wanted: object): string[] {
  const now = current as Record<string, unknown>;
  return Object.entries(wanted)
    .filter(
      ([key, value]) => JSON.stringify(ownValue(now, key) ?? defaultOf(value)) !== JSON.stringify(value),
    )
    .map(([key]) => key);
}

/** Returns the value of a setting that the server omits. It omits those that are false or 0. */
function defaultOf(value: unknown): unknown {
  if (typeof value === 'boolean') return false;
  return typeof value === 'number' ? 0 : undefined;
}
