import type { MigrationClass } from '@plaudit/database';
import { CreateOutbox1763000100000 } from './migrations/1763000100000-create-outbox';
import { CreateInbox1763000200000 } from './migrations/1763000200000-create-inbox';
import { CreateParkedEvents1763000300000 } from './migrations/1763000300000-create-parked-events';

export { Broadcast, BroadcastGap } from './broadcast/broadcast.decorator';
export { Broadcasts, type InstanceSource } from './broadcast/broadcasts';
export { type NatsSettings } from './connection/nats-connection';
export { NatsLink } from './connection/nats-link';
export { attachConsumers } from './consume/attach-consumers';
export { type ConsumerStatus } from './consume/durable-consumer';
export { JetStreamStrategy, type JetStreamStrategyOptions } from './consume/jetstream.strategy';
export { type EventWith, OnEvent } from './consume/on-event.decorator';
export { PermanentError } from './consume/retry-policy';
export {
  type DeadLetter,
  type DeadLetterQuery,
  listDeadLetters,
  redeliverDeadLetters,
} from './dead-letters/dead-letters';
export { EventRefused, type NewEvent } from './envelope/build-event';
export { type EventContext, eventContext, type RunInContext } from './event-context';
export { Inbox } from './inbox/inbox';
export { inVersion, Outbox } from './outbox/outbox';
export { OutboxRelay, type RelayMetrics } from './outbox/outbox-relay';
export { WakeSignal } from './outbox/wake-signal';
export { type ParkedCount } from './parked/parked-events';
export { PeerNotifier } from './peers/peer.notifier';
export { replay, type ReplayOptions, type ReplayReport } from './replay/replay';
export { applyTopology, checkTopology, type TopologyProblem, type TopologyReport } from './topology/topology';
export { type TopologyOptions } from './topology/topology-settings';

/** The migrations of `outbox`, `outbox_sent`, `inbox` and `parked_events`, which run in the schema of each service. */
export const eventMigrations: readonly MigrationClass[] = [
  CreateOutbox1763000100000,
  CreateInbox1763000200000,
  CreateParkedEvents1763000300000,
];
