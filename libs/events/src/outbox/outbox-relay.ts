import { Logger } from '@nestjs/common';
import type { Client } from 'pg';
import type { NatsLink } from '../connection/nats-link';
import { BatchPublisher } from '../publish/batch-publisher';
import { eventMessage } from '../publish/event-message';
import type { PublishOutcome } from '../publish/publish-outcome';
import { LeaderSession } from './leader-session';
import { LowWatermark } from './low-watermark';
import { OutboxBacklog } from './outbox-backlog';
import { type Backlog, moveToSent, type PendingEvent, pendingEvents } from './outbox-table';
import { RelayWakeups } from './relay-wakeups';
import { SentPartitions } from './sent-partitions';
import { StallLog } from './stall-log';

export interface OutboxRelayOptions {
  /** Connects as the service's own role. */
  databaseUrl: string;
  schema: string;
  /** Events per round; default 500. */
  batchSize?: number;
  /** Longest time between two reads of the outbox, and between two attempts to become the leader; default 1 s. */
  pollMs?: number;
  /** How long published events are kept for replays; default 72. */
  retainHours?: number;
  /** Longest time without a response of the stream; default 5 s. */
  publishTimeoutMs?: number;
}

/** The counters start at 0 with the process. `pending` and `oldestAgeSeconds` are 0 on a replica that does not lead. */
export interface RelayMetrics extends Backlog {
  leader: boolean;
  published: number;
  publishErrors: number;
  duplicateAcks: number;
}

/** The result of a round: there is more to publish, there is nothing to publish, or the attempt failed. */
type Round = 'more' | 'idle' | 'failed';

/**
 * Publishes a service's events from its outbox to JetStream, in the order of their ids, at least once. Exactly one
 * relay per schema is active. The others try to take the lock on every poll, and take over when it is free.
 */
export class OutboxRelay {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly session: LeaderSession;
  private readonly publisher: BatchPublisher;
  private readonly wakeups: RelayWakeups;
  private readonly partitions: SentPartitions;
  private readonly backlog = new OutboxBacklog();
  private readonly stall = new StallLog(this.logger);
  private readonly counters = { published: 0, publishErrors: 0, duplicateAcks: 0 };
  private readonly batchSize: number;
  private readonly pollMs: number;
  private watermark = new LowWatermark(Date.now());
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(link: NatsLink, options: OutboxRelayOptions) {
    this.session = new LeaderSession(options);
    this.publisher = new BatchPublisher(link, { timeoutMs: options.publishTimeoutMs });
    this.wakeups = new RelayWakeups(link, () => this.session.leading);
    this.partitions = new SentPartitions(options.retainHours ?? 72, this.logger);
    this.batchSize = options.batchSize ?? 500;
    this.pollMs = options.pollMs ?? 1_000;
  }

  get metrics(): RelayMetrics {
    const leader = this.session.leading;
    const backlog = leader ? this.backlog.current : { pending: 0, oldestAgeSeconds: 0 };
    return { leader, ...backlog, ...this.counters };
  }

  start(): void {
    if (this.running) return;
    this.wakeups.start();
    this.running = this.run();
  }

  /** Makes the leading replica publish at once. Call it after events were committed. Never throws. */
  wake(): void {
    this.wakeups.wake();
  }

  /** Finishes the current round, publishes the pending events unless that fails, and gives up the leadership. */
  async stop(): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    this.wakeups.signal.interrupt();
    await this.running;
    this.publisher.close();
    this.wakeups.stop();
    await this.session.end();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const round = await this.safeRound();
      if (round === 'idle') await this.wakeups.signal.wait(this.pollMs);
      if (round === 'failed') await this.wakeups.signal.rest(this.pollMs);
    }
    while (this.session.leading && (await this.safeRound()) === 'more');
  }

  private async safeRound(): Promise<Round> {
    try {
      return await this.round();
    } catch (error) {
      this.stall.failed(`Failed to read the outbox: ${(error as Error).message}`);
      // The state of the old session is unknown. Ending it also releases the lock.
      await this.session.end();
      return 'failed';
    }
  }

  /** Publishes one batch of pending events and moves those that were stored before the first failure. */
  private async round(): Promise<Round> {
    const wasLeading = this.session.leading;
    const client = await this.session.lead();
    if (!client) return 'idle';
    if (!wasLeading) this.becameLeader();
    const now = Date.now();
    await this.partitions.maintain(client, now);
    const low = this.watermark.at(now);
    await this.backlog.measure(client, low, now);
    // While publishing is stalled, one event is enough to test the stream. A whole batch would be sent on each attempt.
    const limit = this.stall.stalled ? 1 : this.batchSize;
    const events = await pendingEvents(client, low, limit);
    if (events.length < limit) this.watermark.searched(low, now);
    if (events.length > 0) {
      const outcomes = await this.publisher.publish(events.map(eventMessage));
      const stored = await this.moveStored(client, events, outcomes);
      if (stored < events.length) return this.publishFailed(outcomes[stored]!, events[stored]!);
    }
    this.stall.succeeded();
    return events.length === limit ? 'more' : 'idle';
  }

  /** Moves the longest stored prefix, so that no event overtakes one that was not stored. Returns its length. */
  private async moveStored(
    client: Client,
    events: readonly PendingEvent[],
    outcomes: readonly PublishOutcome[],
  ): Promise<number> {
    const firstFailure = outcomes.findIndex((outcome) => !outcome.stored);
    const stored = firstFailure === -1 ? events.length : firstFailure;
    if (stored === 0) return 0;
    await moveToSent(
      client,
      events.slice(0, stored).map(({ id }) => id),
    );
    this.watermark.published(events[stored - 1]!.id, Date.now());
    this.counters.published += stored;
    this.counters.duplicateAcks += outcomes
      .slice(0, stored)
      .filter((outcome) => outcome.stored && outcome.duplicate).length;
    return stored;
  }

  private publishFailed(outcome: PublishOutcome, event: PendingEvent): Round {
    this.counters.publishErrors += 1;
    const reason = outcome.stored ? '' : `${outcome.reason}: ${outcome.message}`;
    this.stall.failed(`Failed to publish ${event.event_id} (${event.subject}): ${reason}`);
    return 'failed';
  }

  private becameLeader(): void {
    this.logger.log('Became the active relay of the outbox');
    this.watermark = new LowWatermark(Date.now());
    this.partitions.reset();
    this.backlog.reset();
  }
}
