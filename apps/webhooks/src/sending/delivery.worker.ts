import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WakeSignal } from '@plaudit/events';
import { warnOfFailure } from '@plaudit/runtime';
import type { ClaimedDelivery, CompletedAttempt } from '../queue/claimed-delivery';
import { LanesRepository, MAX_ROWS_PER_CLAIM } from '../queue/lanes.repository';
import { WebhooksEnv } from '../webhooks.env';
import { DeliveryService } from './delivery.service';

const POLL_MS = 250;
/** A claim that cannot take all rows of its lanes makes the rest due again after 20 ms. */
const CUT_OFF_MS = 25;
const SLOW_SHARE = 0.25;
/** So many times its slots is the number of deliveries that this process may hold, those included whose attempts are being recorded. */
const MAX_HELD_PER_SLOT = 2;
const PAUSE_AFTER_ERROR_MS = 1_000;
/** Longer than any attempt takes. */
const DRAIN_MS = 12_500;

/**
 * Claims due deliveries while slots are free, and sends them. Any number of replicas may run, because claims lock the
 * lanes. Woken by commits in this process, by completions that leave something to claim, and every 250 ms for deliveries that become
 * due by time or were queued by another replica.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly signal = new WakeSignal();
  /** The deliveries that this process has claimed and not recorded. */
  private readonly held = new Set<ClaimedDelivery>();
  /** How many of them occupy a slot. A delivery whose request has ended does not. */
  private sending = 0;
  private slowSending = 0;
  /** True if the last claim could not take all that is due, because places were taken. */
  private isFull = false;
  /** When lanes that a claim did not get to are due again, by `performance.now`. */
  private cutOffUntil = 0;
  private stopping = false;
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly lanes: LanesRepository,
    private readonly deliveries: DeliveryService,
    private readonly env: WebhooksEnv,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.run();
  }

  /** Looks for due deliveries now instead of at the next poll. */
  wake(): void {
    this.signal.wake();
  }

  /**
   * Stops claiming, waits for the attempts in flight, and releases the deliveries of attempts that did not end in time.
   */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    this.signal.interrupt();
    await this.loop;
    const until = performance.now() + DRAIN_MS;
    for (let left = DRAIN_MS; this.held.size > 0 && left > 0; left = until - performance.now())
      await this.signal.wait(left);
    if (this.held.size > 0) await this.lanes.release([...this.held]);
  }

  /** Postgres looks for the next deliveries while this process sends those that it has just claimed. */
  private async run(): Promise<void> {
    for (let claiming = this.claim(); ;) {
      const claimed = await claiming;
      for (const delivery of claimed) this.take(delivery);
      if (claimed.length === 0 && !this.stopping) await this.signal.wait(this.idleMs());
      const isLast = this.stopping;
      if (!isLast) claiming = this.claim();
      for (const delivery of claimed) void this.handle(delivery);
      if (isLast) return;
    }
  }

  private async claim(): Promise<ClaimedDelivery[]> {
    const { WEBHOOK_SLOTS: slots } = this.env;
    const rows = Math.min(slots - this.sending, slots * MAX_HELD_PER_SLOT - this.held.size);
    const slowRows = Math.max(0, Math.floor(slots * SLOW_SHARE) - this.slowSending);
    this.isFull = rows <= 0 || slowRows === 0;
    if (rows <= 0) return [];
    try {
      const leaseMs = this.env.WEBHOOK_LEASE_SECONDS * 1_000;
      const claimed = await this.lanes.claim({ rows, slowRows, leaseMs });
      const slow = claimed.filter((delivery) => delivery.slow).length;
      const isCutOff = claimed.length >= Math.min(rows, MAX_ROWS_PER_CLAIM) || (slow > 0 && slow >= slowRows);
      if (isCutOff) this.cutOffUntil = performance.now() + CUT_OFF_MS;
      return claimed;
    } catch (error) {
      warnOfFailure(this.logger, 'Could not claim deliveries; the next try is in 1 s', error);
      await this.signal.rest(PAUSE_AFTER_ERROR_MS);
      return [];
    }
  }

  private idleMs(): number {
    const left = this.cutOffUntil - performance.now();
    return left > 0 ? left : POLL_MS;
  }

  private take(delivery: ClaimedDelivery): void {
    this.held.add(delivery);
    this.occupy(delivery, 1);
  }

  /** Never rejects. A delivery whose outcome cannot be recorded is sent again when its lease expires. */
  private async handle(delivery: ClaimedDelivery): Promise<void> {
    try {
      let attempt: CompletedAttempt | null;
      try {
        attempt = await this.deliveries.attempt(delivery);
      } finally {
        this.occupy(delivery, -1);
        if (this.isFull) this.signal.wake();
      }
      if (!attempt) await this.deliveries.postpone(delivery);
      else if (await this.deliveries.record(attempt)) this.signal.wake();
    } catch (error) {
      const message =
        'Could not finish a delivery attempt; the delivery is sent again when its lease expires';
      warnOfFailure(this.logger, message, error);
    }
    this.held.delete(delivery);
    if (this.isFull || this.stopping) this.signal.wake();
  }

  private occupy({ slow }: ClaimedDelivery, slots: 1 | -1): void {
    this.sending += slots;
    if (slow) this.slowSending += slots;
  }
}
