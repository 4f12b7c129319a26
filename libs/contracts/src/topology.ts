import { EVENTS, type Noun } from './catalogue';
import { CONSUMERS } from './generated/consumers';
import type { ServiceName } from './services';

/** Durations are in milliseconds, sizes in bytes. libs/events converts them to the units of NATS. */
export interface StreamTopology {
  name: 'EVENTS' | 'DLQ';
  subjects: string[];
  maxAgeMs: number;
  /** The default size. `EVENTS_MAX_BYTES` overrides the size of EVENTS. The server reserves the whole size. */
  maxBytes: number;
  duplicateWindowMs: number;
  /** With `new` a full stream refuses events and the outbox waits. With `old` it deletes the oldest ones. */
  discard: 'new' | 'old';
}

/** A durable consumer of EVENTS, by which one service receives one noun. Durations are in milliseconds. */
export interface DurableTopology {
  /** `<service>__<noun>`. */
  name: string;
  service: ServiceName;
  noun: Noun;
  filter: string;
  ackWaitMs: number;
  maxAckPending: number;
}

const DAY_MS = 86_400_000;
const GIGABYTE = 1_000_000_000;

const nouns = [...new Set(EVENTS.map((event) => event.noun))];

export const STREAMS: readonly StreamTopology[] = [
  {
    name: 'EVENTS',
    subjects: nouns.map((noun) => `${noun}.>`),
    maxAgeMs: 14 * DAY_MS,
    maxBytes: GIGABYTE,
    duplicateWindowMs: 10 * 60_000,
    discard: 'new',
  },
  {
    name: 'DLQ',
    subjects: ['dlq.>'],
    maxAgeMs: 30 * DAY_MS,
    maxBytes: GIGABYTE / 5,
    duplicateWindowMs: 10 * 60_000,
    discard: 'old',
  },
];

/** Returns the durables by which `service` consumes `nouns`: one durable per noun. */
export function durablesOf(service: ServiceName, nouns: readonly Noun[]): DurableTopology[] {
  return nouns.map((noun) => ({
    name: `${service}__${noun}`,
    service,
    noun,
    filter: `${noun}.>`,
    ackWaitMs: 30_000,
    maxAckPending: 256,
  }));
}

/** The durables of all services. A running service uses its own declaration instead. */
export const DURABLES: readonly DurableTopology[] = CONSUMERS.flatMap(({ service, consumes }) =>
  durablesOf(service, consumes),
);
