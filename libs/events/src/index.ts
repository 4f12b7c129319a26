import type { MigrationClass } from '@plaudit/database';
import { CreateOutbox1763000100000 } from './migrations/1763000100000-create-outbox';
import { CreateInbox1763000200000 } from './migrations/1763000200000-create-inbox';
import { CreateParkedEvents1763000300000 } from './migrations/1763000300000-create-parked-events';
import { IndexParkedEvents1763000310000 } from './migrations/1763000310000-index-parked-events';
import { PartitionInbox1763000400000 } from './migrations/1763000400000-partition-inbox';
import { ParkOutboxEvents1763000450000 } from './migrations/1763000450000-park-outbox-events';
import { CreateSnapshotProgress1763000500000 } from './migrations/1763000500000-create-snapshot-progress';

export { Broadcast, BroadcastGap } from './broadcast/broadcast.decorator';
export { Broadcasts, type InstanceSource } from './broadcast/broadcasts';
export {
  type NatsAccess,
  natsAccess,
  natsProblems,
  type NatsServer,
  natsUrlProblem,
} from './connection/nats-access';
export { connectionOptions } from './connection/nats-connection';
export { NatsLink } from './connection/nats-link';
export { ChannelCopies, type ChangedCopy, type ChannelCopyRow } from './copies/channel-copies';
export { channelCopiesController, type CopiesChannels } from './copies/channel-copies.controller';
export { CopiedChannelEntity } from './copies/channel-copy.entity';
export { laterEvents } from './counts/later-events';
export { type CountBatch, NightlyCount } from './counts/nightly-count';
export { attachConsumers } from './consume/attach-consumers';
export { type ConsumerStatus } from './consume/durable-consumer';
export { kindOf } from './consume/event-handlers';
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
export { LiveEvents, type LiveEventsOptions } from './live/live-events';
export { NoticeNotifier, type NoticeTenant } from './notices/notice.notifier';
export { type EventTrace, type StartedSpan } from './outbox/event-trace';
export { inVersion, Outbox } from './outbox/outbox';
export { expireParkedOutbox } from './outbox/parked-outbox';
export { tellRelay } from './outbox/leader-session';
export { OutboxRelay, type RelayMetrics } from './outbox/outbox-relay';
export { WakeSignal } from './outbox/wake-signal';
export { EventPartitions } from './partitions/event-partitions';
export { type ParkedCount } from './parked/parked-events';
export { PeerNotifier } from './peers/peer.notifier';
export { type StoredEvent } from './publish/event-message';
export { type PublishOutcome } from './publish/publish-outcome';
export { replay, type ReplayOptions, type ReplayReport } from './replay/replay';
export { sendSnapshot, type SnapshotReport } from './snapshot/send-snapshot';
export { type ReadRecord, type SnapshotReader, type SnapshotSource } from './snapshot/snapshot-source';
export { fillOf } from './stream/purge-plan';
export { StreamKeeper, type StreamReport } from './stream/stream-keeper';
export { applyTopology, checkTopology, type TopologyProblem, type TopologyReport } from './topology/topology';
export { type TopologyOptions } from './topology/topology-settings';

/** The migrations of the tables for events, which run in the schema of each service. */
export const eventMigrations: readonly MigrationClass[] = [
  CreateOutbox1763000100000,
  CreateInbox1763000200000,
  CreateParkedEvents1763000300000,
  IndexParkedEvents1763000310000,
  PartitionInbox1763000400000,
  ParkOutboxEvents1763000450000,
  CreateSnapshotProgress1763000500000,
];
