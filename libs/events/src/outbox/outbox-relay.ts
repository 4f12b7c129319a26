import { Logger } from '@nestjs/common';
import type { Database } from '@plaudit/database';
import type { Client } from 'pg';
import type { NatsLink } from '../connection/nats-link';
import { BatchPublisher } from '../publish/batch-publisher';
import { eventMessage } from '../publish/event-message';
import { type PublishFailure, type PublishOutcome, storedBeforeFailure } from '../publish/publish-outcome';
import type { EventTrace } from './event-trace';
import { LeaderSession } from './leader-session';
import { LowWatermark } from './low-watermark';
import { NatsReach } from './nats-reach';
import { OutboxBacklog } from './outbox-backlog';
import { type Backlog, moveToSent, type PendingEvent, pendingEvents, recordRefusal } from './outbox-table';
import { RelayWakeups } from './relay-wakeups';
import { SentPartitionCheck } from './sent-partition-check';
import { StallLog } from './stall-log';

export interface OutboxRelayOptions {
  /** Measures the outbox for the metrics. */
  database: Pick<Database, 'query'>;
  /** Connects as the service's own role. */
  databaseUrl: string;
  schema: string;
  /** Events per round; default 500. */
  batchSize?: number;
  /** Time between two attempts to publish or to become the leader; default 1 s. */
  pollMs?: number;
  /** Longest time without a response of the stream; default 5 s. */
  publishTimeoutMs?: number;
  /** Postgres gives the lead to another relay if this one was silent for so long; default 15 s. */
  idleMs?: number;
  /** The time between two measurements of the outbox; default 15 s. */
  measureMs?: number;
  trace?: EventTrace;
}

/**
 * The counters start at 0 with the process. `pending` and `oldestAgeSeconds` are 0 on a replica that leaves publishing to
 * another. They are measured by the leader, and by every replica that may not lead because it cannot reach NATS.
 */
export interface RelayMetrics extends Backlog {
  leader: boolean;
  /** The time since publishing stopped because of an error. */
  blockedSeconds: number;
  published: number;
  publishErrors: number;
  duplicateAcks: number;
}

/** The stream responded and refused the event. */
const REFUSALS: readonly PublishFailure[] = ['stream_full', 'no_stream', 'rejected'];

/** An idle leader reads the outbox that seldom, because the process that commits events wakes it. */
const POLLS_PER_IDLE_READ = 5;

/** The result of a round: there is more to publish, there is nothing to publish, or the attempt failed. */
type Round = 'more' | 'idle' | 'failed';

/**
 * Publishes a service's events from its outbox to JetStream, in the order of their ids, at least once. Exactly one
 * relay per schema is active. The others try to take the lock on every poll, and take over when it is free. A relay that
 * cannot reach NATS gives up the lock.
 */
export class OutboxRelay {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly session: LeaderSession;
  private readonly publisher: BatchPublisher;
  private readonly wakeups: RelayWakeups;
  private readonly partition = new SentPartitionCheck();
  private readonly backlog: OutboxBacklog;
  private readonly reach = new NatsReach(Date.now());
  private readonly stall = new StallLog(this.logger);
  private readonly counters = { published: 0, publishErrors: 0, duplicateAcks: 0 };
  private readonly trace: EventTrace | undefined;
  private readonly batchSize: number;
  private readonly pollMs: number;
  private readonly publishTimeoutMs: number;
  private removeLinkListener: () => void = () => {};
  private watermark = new LowWatermark(Date.now());
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly link: NatsLink,
    options: OutboxRelayOptions,
  ) {
    this.publishTimeoutMs = options.publishTimeoutMs ?? 5_000;
    this.session = new LeaderSession({ ...options, onNews: () => this.wakeups.signal.wake() });
    this.publisher = new BatchPublisher(link, { timeoutMs: this.publishTimeoutMs });
    this.wakeups = new RelayWakeups(link, () => this.session.leading);
    this.backlog = new OutboxBacklog({
      database: options.database,
      low: () => this.watermark.at(Date.now()),
      intervalMs: options.measureMs ?? 15_000,
    });
    this.trace = options.trace;
    this.batchSize = options.batchSize ?? 500;
    this.pollMs = options.pollMs ?? 1_000;
  }

  get metrics(): RelayMetrics {
    return {
      leader: this.session.leading,
      ...this.backlog.current,
      blockedSeconds: this.stall.seconds,
      ...this.counters,
    };
  }

  start(): void {
    if (this.running) return;
    this.removeLinkListener = this.link.onChange((connected) => this.reach.changed(connected, Date.now()));
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
    this.removeLinkListener();
    this.backlog.stop();
    await this.session.end();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const round = await this.safeRound();
      if (round === 'idle') await this.wakeups.signal.wait(this.idleWaitMs());
      if (round === 'failed') await this.wakeups.signal.rest(this.pollMs);
    }
    while (this.session.leading && (await this.safeRound()) === 'more');
  }

  private idleWaitMs(): number {
    return this.session.leading ? this.pollMs * POLLS_PER_IDLE_READ : this.pollMs;
  }

  private async safeRound(): Promise<Round> {
    try {
      return await this.round();
    } catch (error) {
      this.stall.failed(`Failed to publish from the outbox: ${(error as Error).message}`);
      // The state of the old session is unknown. Ending it also releases the lock.
      await this.session.end();
      return 'failed';
    }
  }

  /** Publishes one batch if this replica leads. Returns what the loop does next. */
  private async round(): Promise<Round> {
    const client = await this.lead(Date.now());
    if (!client) return 'idle';
    const low = this.watermark.at(Date.now());
    // While publishing is stalled, one event is enough to test the stream. A whole batch would be sent on each attempt.
    const limit = this.stall.stalled ? 1 : this.batchSize;
    const events = await pendingEvents(client, low, limit);
    if (events.length < limit) this.watermark.searched(low, Date.now());
    if (events.length > 0) {
      const published = this.trace?.publishing(events);
      const outcomes = await this.publisher.publish(events.map(eventMessage));
      published?.(outcomes);
      const stored = await this.moveStored(client, events, outcomes);
      if (stored < events.length) return this.publishFailed(client, outcomes[stored]!, events[stored]!);
    }
    this.stall.succeeded();
    return events.length === limit ? 'more' : 'idle';
  }

  /** Returns the session if this replica leads, and null if another one does or should. */
  private async lead(now: number): Promise<Client | null> {
    const wasLeading = this.session.leading;
    if (this.reach.mustGiveUpLead(now)) await this.leaveToOthers(now);
    if (!this.session.leading && !this.reach.mayTakeLead(now)) return null;
    const client = await this.session.lead();
    if (!client) {
      this.backlog.stop();
      this.stall.reset();
      return null;
    }
    if (!wasLeading) this.becameLeader();
    await this.partition.ensure(client, now);
    return client;
  }

  /** Moves the longest stored prefix, so that no event overtakes one that was not stored. Returns its length. */
  private async moveStored(
    client: Client,
    events: readonly PendingEvent[],
    outcomes: readonly PublishOutcome[],
  ): Promise<number> {
    const stored = storedBeforeFailure(outcomes);
    if (stored === 0) return 0;
    this.reach.responded();
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

  private async publishFailed(client: Client, outcome: PublishOutcome, event: PendingEvent): Promise<Round> {
    if (outcome.stored) return 'idle';
    const { reason, message } = outcome;
    this.counters.publishErrors += 1;
    if (reason === 'timeout') this.reach.timedOut(this.publishTimeoutMs, Date.now());
    this.stall.failed(`Failed to publish ${event.event_id} (${event.subject}): ${reason}: ${message}`);
    if (REFUSALS.includes(reason)) {
      this.reach.responded();
      await recordRefusal(client, event.id, `${reason}: ${message}`);
    }
    return 'failed';
  }

  private becameLeader(): void {
    if (!this.stall.stalled) this.logger.log('Became the active relay of the outbox');
    this.watermark = new LowWatermark(Date.now());
    this.partition.reset();
    this.backlog.start();
  }

  /** Gives up the lead, so that a replica that can reach NATS takes it. */
  private async leaveToOthers(now: number): Promise<void> {
    this.stall.failed('Failed to reach NATS. Another replica that can reach it becomes the active relay.');
    // Perhaps no replica can reach NATS, so each measures.
    this.backlog.start();
    if (!this.session.leading) return;
    this.reach.gaveUpLead(now);
    await this.session.end();
  }
}
