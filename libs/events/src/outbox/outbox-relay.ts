import { Logger } from '@nestjs/common';
import { wakeSubject } from '@plaudit/contracts';
import type { Client } from 'pg';
import type { Subscription } from 'nats';
import type { NatsLink } from '../connection/nats-link';
import { BatchPublisher } from '../publish/batch-publisher';
import { eventMessage } from '../publish/event-message';
import type { PublishOutcome } from '../publish/publish-outcome';
import { LeaderSession } from './leader-session';
import { LowBound } from './low-bound';
import { type Backlog, measureBacklog, moveToSent, type PendingEvent, pendingEvents } from './outbox-table';
import { createPartitions, dropOldPartitions } from './sent-partitions';
import { WakeSignal } from './wake-signal';

export interface OutboxRelayOptions {
  /** The service's own role. */
  databaseUrl: string;
  schema: string;
  /** Events per round; default 500. */
  batchSize?: number;
  /** Longest time between two looks at the outbox, and at who leads; default 1 s. */
  pollMs?: number;
  /** How long published events are kept for replays; default 72. */
  retainHours?: number;
  /** Longest silence of the stream; default 5 s. */
  publishTimeoutMs?: number;
}

/** Counters since the start; `pending` and the age are 0 on a replica that does not lead. */
export interface RelayMetrics extends Backlog {
  leader: boolean;
  published: number;
  publishErrors: number;
  duplicateAcks: number;
}

type Turn = 'more' | 'idle' | 'blocked';

const BACKLOG_EVERY_MS = 5_000;
const PARTITIONS_EVERY_MS = 3_600_000;
const ALERT_AFTER_MS = 60_000;

/**
 * Carries a service's events from its outbox to JetStream, in the order of their ids, at least once. Exactly one
 * relay per schema is active; the others retry the lock on every poll and take over when it is free.
 */
export class OutboxRelay {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly session: LeaderSession;
  private readonly publisher: BatchPublisher;
  private readonly signal = new WakeSignal();
  private readonly batchSize: number;
  private readonly pollMs: number;
  private readonly retainHours: number;
  private readonly counters = { published: 0, publishErrors: 0, duplicateAcks: 0 };
  private backlog: Backlog = { pending: 0, oldestAgeSeconds: 0 };
  private low = new LowBound(Date.now());
  private measuredAt = 0;
  private tendedAt = 0;
  private blockedSince: number | null = null;
  private alerted = false;
  private running: Promise<void> | null = null;
  private stopping = false;
  private wakes: Subscription | null = null;
  private forgetLink: () => void = () => {};

  constructor(
    private readonly link: NatsLink,
    options: OutboxRelayOptions,
  ) {
    this.session = new LeaderSession(options);
    this.publisher = new BatchPublisher(link, { timeoutMs: options.publishTimeoutMs });
    this.batchSize = options.batchSize ?? 500;
    this.pollMs = options.pollMs ?? 1_000;
    this.retainHours = options.retainHours ?? 72;
  }

  get metrics(): RelayMetrics {
    const leader = this.session.leading;
    const backlog = leader ? this.backlog : { pending: 0, oldestAgeSeconds: 0 };
    return { leader, ...backlog, ...this.counters };
  }

  start(): void {
    if (this.running) return;
    this.forgetLink = this.link.onChange((connected) => this.linkChanged(connected));
    this.running = this.run();
  }

  /** Events were committed: publishes them now, here or in the replica that leads. Never throws. */
  wake(): void {
    if (this.session.leading) this.signal.wake();
    else if (this.link.connected) this.link.connection?.publish(wakeSubject(this.link.service));
  }

  /** Finishes the round under way, publishes what is still pending if that works at once, and gives up the lead. */
  async stop(): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    this.signal.interrupt();
    await this.running;
    this.forgetLink();
    this.publisher.close();
    if (!this.link.connection?.isClosed()) this.wakes?.unsubscribe();
    await this.session.end();
  }

  private linkChanged(connected: boolean): void {
    if (!connected) return;
    this.wakes ??= this.link.connection!.subscribe(wakeSubject(this.link.service), {
      callback: () => {
        if (this.session.leading) this.signal.wake();
      },
    });
    this.signal.interrupt();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const turn = await this.safeTurn();
      if (turn === 'idle') await this.signal.wait(this.pollMs);
      if (turn === 'blocked') await this.signal.rest(this.pollMs);
    }
    while (this.session.leading && (await this.safeTurn()) === 'more');
  }

  private async safeTurn(): Promise<Turn> {
    try {
      return await this.turn();
    } catch (error) {
      this.blocked(`the outbox cannot be read: ${(error as Error).message}`);
      // A fresh session is the one state that is known; the lock goes with the old one.
      await this.session.end();
      return 'blocked';
    }
  }

  /** One round: a batch of pending events is published, and what was stored before the first failure is moved. */
  private async turn(): Promise<Turn> {
    const led = this.session.leading;
    const client = await this.session.lead();
    if (!client) return 'idle';
    if (!led) this.tookLead();
    const now = Date.now();
    await this.tendPartitions(client, now);
    const bound = this.low.at(now);
    await this.measure(client, bound, now);
    // While the stream takes nothing, one event at a time is enough to see: a whole batch would go out again and again.
    const limit = this.blockedSince === null ? this.batchSize : 1;
    const events = await pendingEvents(client, bound, limit);
    if (events.length < limit) this.low.searched(bound, now);
    if (events.length === 0) return this.flowing('idle');
    const outcomes = await this.publisher.publish(events.map(eventMessage));
    const stored = await this.moveStored(client, events, outcomes);
    if (stored < events.length) return this.refused(outcomes[stored]!, events[stored]!);
    return this.flowing(events.length === limit ? 'more' : 'idle');
  }

  /** Moves the longest stored prefix, so that nothing overtakes an event that was not stored; returns its length. */
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
    this.low.published(events[stored - 1]!.id, Date.now());
    this.counters.published += stored;
    this.counters.duplicateAcks += outcomes
      .slice(0, stored)
      .filter((outcome) => outcome.stored && outcome.duplicate).length;
    return stored;
  }

  private refused(outcome: PublishOutcome, event: PendingEvent): Turn {
    this.counters.publishErrors += 1;
    const why = outcome.stored ? '' : `${outcome.reason}: ${outcome.message}`;
    this.blocked(`${event.event_id} (${event.subject}) is not published, ${why}`);
    return 'blocked';
  }

  private tookLead(): void {
    this.logger.log('leads the outbox');
    this.low = new LowBound(Date.now());
    this.tendedAt = 0;
    this.measuredAt = 0;
  }

  private blocked(why: string): void {
    this.blockedSince ??= Date.now();
    const forMs = Date.now() - this.blockedSince;
    if (forMs === 0) this.logger.warn(why);
    if (forMs < ALERT_AFTER_MS || this.alerted) return;
    this.alerted = true;
    this.logger.error(`events have been waiting for ${Math.round(forMs / 1_000)} s: ${why}`);
  }

  private flowing(turn: Turn): Turn {
    if (this.blockedSince !== null) this.logger.log('events flow again');
    this.blockedSince = null;
    this.alerted = false;
    return turn;
  }

  private async measure(client: Client, bound: number, now: number): Promise<void> {
    if (now - this.measuredAt < BACKLOG_EVERY_MS) return;
    this.measuredAt = now;
    this.backlog = await measureBacklog(client, bound);
  }

  private async tendPartitions(client: Client, now: number): Promise<void> {
    if (now - this.tendedAt < PARTITIONS_EVERY_MS) return;
    await createPartitions(client);
    this.tendedAt = now;
    // Dropping waits for readers of the table; publishing must not depend on that, the next hour will do.
    await dropOldPartitions(client, this.retainHours).catch((error: Error) =>
      this.logger.warn(`old partitions of outbox_sent stay for now: ${error.message}`),
    );
  }
}
