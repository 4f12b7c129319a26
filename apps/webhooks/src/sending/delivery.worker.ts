import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Claim, QueueNotifier, QueueWorker } from '@plaudit/queue';
import { type ClaimedDelivery, DELIVERIES } from '../queue/claimed-delivery';
import { LanesRepository } from '../queue/lanes.repository';
import { WebhooksEnv } from '../webhooks.env';
import { DeliveryService } from './delivery.service';

const SLOW_SHARE = 0.25;
/** So many times its slots is the number of deliveries that this process may hold, those included whose attempts are being recorded. */
const MAX_HELD_PER_SLOT = 2;
/** Longer than any attempt takes. */
const DRAIN_MS = 12_500;

/** Claims due deliveries while slots are free, and sends them. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly worker: QueueWorker<ClaimedDelivery>;
  /** How many deliveries occupy a slot. One whose request has ended does not. */
  private sending = 0;
  private slowSending = 0;

  constructor(
    private readonly lanes: LanesRepository,
    private readonly deliveries: DeliveryService,
    private readonly env: WebhooksEnv,
    notifier: QueueNotifier,
  ) {
    const leaseMs = env.WEBHOOK_LEASE_SECONDS * 1_000;
    const work = {
      what: DELIVERIES,
      leaseMs,
      drainMs: DRAIN_MS,
      claim: () => this.claim(leaseMs),
      handle: (delivery: ClaimedDelivery) => this.handle(delivery),
      nextDueMs: () => this.nextDueMs(),
      extend: (held: readonly ClaimedDelivery[]) => lanes.extend(held, leaseMs),
      release: (held: readonly ClaimedDelivery[]) => lanes.release(held),
    };
    this.worker = new QueueWorker(work, notifier);
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.stop();
  }

  private async claim(leaseMs: number): Promise<Claim<ClaimedDelivery>> {
    const { rows, slowRows } = this.places();
    const items = rows > 0 ? await this.lanes.claim({ rows, slowRows, leaseMs }) : [];
    for (const delivery of items) this.occupy(delivery, 1);
    return { items, isFull: rows <= 0 || slowRows === 0 };
  }

  private nextDueMs(): Promise<number | null> {
    const { rows, slowRows } = this.places();
    return rows > 0 ? this.lanes.nextDueMs(slowRows > 0 ? 'true' : 'not l.slow') : Promise.resolve(null);
  }

  private async handle(delivery: ClaimedDelivery): Promise<boolean> {
    const attempt = await this.deliveries.attempt(delivery).finally(() => {
      this.occupy(delivery, -1);
      this.worker.placeFreed();
    });
    if (attempt) return this.deliveries.record(attempt);
    await this.deliveries.postpone(delivery);
    return true;
  }

  private places(): { rows: number; slowRows: number } {
    const { WEBHOOK_SLOTS: slots } = this.env;
    return {
      rows: Math.min(slots - this.sending, slots * MAX_HELD_PER_SLOT - this.worker.size),
      slowRows: Math.max(0, Math.floor(slots * SLOW_SHARE) - this.slowSending),
    };
  }

  private occupy({ slow }: ClaimedDelivery, slots: 1 | -1): void {
    this.sending += slots;
    if (slow) this.slowSending += slots;
  }
}
