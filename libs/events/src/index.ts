export { Broadcast, BroadcastGap } from './broadcast/broadcast.decorator';
export { Broadcasts, type InstanceSource } from './broadcast/broadcasts';
export { NatsLink, type NatsSettings } from './connection/nats-link';
export { attachConsumers } from './consume/attach-consumers';
export { type ConsumerStatus } from './consume/durable-consumer';
export { JetStreamStrategy, type JetStreamStrategyOptions } from './consume/jetstream.strategy';
export { PermanentError } from './consume/permanent-error';
export {
  type DeadLetter,
  type DeadLetterQuery,
  listDeadLetters,
  redeliverDeadLetters,
} from './dead-letters/dead-letters';
export { EventRefused, type NewEvent } from './envelope/build-event';
export { type EventContext, eventContext, type RunInContext } from './event-context';
export { Inbox } from './inbox/inbox';
export { eventMigrations } from './migrations/event-migrations';
export { Outbox } from './outbox/outbox';
export { OutboxRelay, type RelayMetrics } from './outbox/outbox-relay';
export { WakeSignal } from './outbox/wake-signal';
export { PeersClient } from './peers/peers.client';
export { replay, type ReplayOptions, type ReplayReport } from './replay/replay';
export { applyTopology, checkTopology, type TopologyProblem, type TopologyReport } from './topology/topology';
export { type TopologyOptions } from './topology/topology-settings';
