import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WakeSignal } from '@plaudit/events';
import { warnOfFailure } from '@plaudit/runtime';
import type { ClaimedDelivery } from '../queue/claimed-delivery';
import { LanesRepository } from '../queue/lanes.repository';
import { WebhooksEnv } from '../webhooks.env';
import { DeliveryService } from './delivery.service';

const POLL_MS = 250;
const SLOW_SHARE = 0.25;
const PAUSE_AFTER_ERROR_MS = 1_000;
/** Longer than any attempt takes. */
const DRAIN_MS = 12_500;

/**
 * Claims due deliveries while slots are free, and sends them. Any number of replicas may run, because claims lock the
 * lanes. Woken by commits and completions in this process, and every 250 ms for deliveries that become due by time or
 * were queued by another replica.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly signal = new WakeSignal();
  private readonly inFlight = new Map<ClaimedDelivery, Promise<void>>();
  private slowInFlight = 0;
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
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<void>((resolve) => (timer = setTimeout(resolve, DRAIN_MS)));
    await Promise.race([Promise.all(this.inFlight.values()), expired]);
    clearTimeout(timer);
    if (this.inFlight.size > 0) await this.lanes.release([...this.inFlight.keys()]);
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const claimed = await this.claim();
      for (const delivery of claimed) this.start(delivery);
      if (claimed.length === 0) await this.signal.wait(POLL_MS);
    }
  }

  private async claim(): Promise<ClaimedDelivery[]> {
    const rows = this.env.WEBHOOK_SLOTS - this.inFlight.size;
    if (rows <= 0) return [];
    const slowRows = Math.max(0, Math.floor(this.env.WEBHOOK_SLOTS * SLOW_SHARE) - this.slowInFlight);
    try {
      return await this.lanes.claim({ rows, slowRows, leaseMs: this.env.WEBHOOK_LEASE_SECONDS * 1_000 });
    } catch (error) {
      warnOfFailure(this.logger, 'Could not claim deliveries; the next try is in 1 s', error);
      await this.signal.rest(PAUSE_AFTER_ERROR_MS);
      return [];
    }
  }

  private start(delivery: ClaimedDelivery): void {
    if (delivery.slow) this.slowInFlight += 1;
    const ended = this.deliveries.deliver(delivery).then(() => {
      this.inFlight.delete(delivery);
      if (delivery.slow) this.slowInFlight -= 1;
      this.signal.wake();
    });
    this.inFlight.set(delivery, ended);
  }
}
