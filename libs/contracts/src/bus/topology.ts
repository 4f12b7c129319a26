import { type Noun, NOUNS } from '../catalogue';
import { CONSUMERS } from '../generated/consumers';
import type { ServiceName } from '../services';
import { deadLetterSubject, directSubject } from './subjects';

/** Durations are in milliseconds, sizes in bytes. libs/events converts them to the units of NATS. */
export interface StreamTopology {
  name: 'EVENTS' | 'DIRECT' | 'DLQ';
  subjects: string[];
  maxAgeMs: number;
  /** The default size. `EVENTS_MAX_BYTES` overrides the size of EVENTS. The server reserves the whole size. */
  maxBytes: number;
  duplicateWindowMs: number;
  /** With `workqueue` a message is deleted when its durable has acknowledged it, with `limits` only by age and size. */
  retention: 'limits' | 'workqueue';
  /** With `new` a full stream refuses events and the outbox waits. With `old` it deletes the oldest ones. */
  discard: 'new' | 'old';
}

/**
 * A durable consumer, by which one service receives one noun. Each exists twice: in EVENTS it receives what is published, and
 * in DIRECT what is sent to this durable only. Durations are in milliseconds.
 */
export interface DurableTopology {
  /** `<service>__<noun>`, unique in its stream. */
  name: string;
  stream: 'EVENTS' | 'DIRECT';
  service: ServiceName;
  noun: Noun;
  filter: string;
  ackWaitMs: number;
  maxAckPending: number;
}

/**
 * The service whose leading replica keeps the streams: it purges EVENTS, creates missing durables again and measures both.
 * It is the gateway, because that is the most trusted service already.
 */
export const STREAM_KEEPER: ServiceName = 'gateway';

const DAY_MS = 86_400_000;
const GIGABYTE = 1_000_000_000;

export const STREAMS: readonly StreamTopology[] = [
  {
    name: 'EVENTS',
    subjects: NOUNS.map((noun) => `${noun}.>`),
    maxAgeMs: 14 * DAY_MS,
    maxBytes: GIGABYTE,
    duplicateWindowMs: 10 * 60_000,
    retention: 'limits',
    discard: 'new',
  },
  {
    name: 'DIRECT',
    subjects: [directSubject('>')],
    maxAgeMs: 14 * DAY_MS,
    maxBytes: GIGABYTE / 5,
    duplicateWindowMs: 10 * 60_000,
    retention: 'workqueue',
    discard: 'new',
  },
  {
    name: 'DLQ',
    subjects: [deadLetterSubject('>')],
    maxAgeMs: 30 * DAY_MS,
    maxBytes: GIGABYTE / 5,
    duplicateWindowMs: 10 * 60_000,
    retention: 'limits',
    discard: 'old',
  },
];

function durableName(service: ServiceName, noun: Noun): string {
  return `${service}__${noun}`;
}

/** Returns the durables by which `service` consumes `nouns`: for each noun one in EVENTS and one in DIRECT. */
export function durablesOf(service: ServiceName, nouns: readonly Noun[]): DurableTopology[] {
  return nouns.flatMap((noun) => {
    const name = durableName(service, noun);
    const shared = { name, service, noun, ackWaitMs: 30_000, maxAckPending: 256 };
    return [
      { ...shared, stream: 'EVENTS', filter: `${noun}.>` },
      { ...shared, stream: 'DIRECT', filter: directSubject(name) },
    ];
  });
}

/** The durables of all services. A running service uses its own declaration instead. */
export const DURABLES: readonly DurableTopology[] = CONSUMERS.flatMap(({ service, consumes }) =>
  durablesOf(service, consumes),
);

/** The names of the durables whose service has a handler of snapshots of the noun. The owner may send to these only. */
export const SNAPSHOT_DURABLES: readonly string[] = CONSUMERS.flatMap(({ service, snapshots }) =>
  snapshots.map((noun) => durableName(service, noun)),
);
