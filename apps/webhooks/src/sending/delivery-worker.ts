import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { WebhooksEnv } from '../webhooks.env';
import { Dispatcher } from './dispatcher';
import { LanesRepository } from './lanes.repository';
import type { SendJob } from './send-job';
import { WakeFlag } from './wake-flag';

const TICK_MS = 250;
const SLOW_SHARE = 0.25;
const PAUSE_AFTER_FAULT_MS = 1_000;
/** Longer than any attempt takes. */
const DRAIN_MS = 12_500;

/**
 * Claims due deliveries whenever slots are free, and sends them. Any number of replicas may run: the lanes' locks
 * share the work out. Woken by commits in this process, by its own completions and by a tick for everything else.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly wake = new WakeFlag();
  private readonly underway = new Map<SendJob, Promise<void>>();
  private slowUnderway = 0;
  private stopping = false;
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly lanes: LanesRepository,
    private readonly dispatcher: Dispatcher,
    private readonly env: WebhooksEnv,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.run();
  }

  /** Something became due. */
  @Interval(TICK_MS)
  poke(): void {
    this.wake.poke();
  }

  get inFlight(): number {
    return this.underway.size;
  }

  /** Claims no more, lets attempts in flight end, gives the rest back. */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    this.wake.poke();
    await this.loop;
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<void>((resolve) => (timer = setTimeout(resolve, DRAIN_MS)));
    await Promise.race([Promise.all(this.underway.values()), expired]);
    clearTimeout(timer);
    if (this.underway.size > 0) await this.lanes.release([...this.underway.keys()]);
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const claimed = await this.claim();
      for (const job of claimed) this.launch(job);
      if (claimed.length === 0) await this.wake.wait();
    }
  }

  private async claim(): Promise<SendJob[]> {
    const rows = this.env.WEBHOOK_SLOTS - this.underway.size;
    if (rows <= 0) return [];
    const slowRows = Math.max(0, Math.floor(this.env.WEBHOOK_SLOTS * SLOW_SHARE) - this.slowUnderway);
    try {
      return await this.lanes.claim({ rows, slowRows, leaseMs: this.env.WEBHOOK_LEASE_SECONDS * 1_000 });
    } catch (error) {
      this.logger.warn(error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAULT_MS));
      return [];
    }
  }

  private launch(job: SendJob): void {
    if (job.slow) this.slowUnderway += 1;
    const sent = this.dispatcher.deliver(job).then(() => {
      this.underway.delete(job);
      if (job.slow) this.slowUnderway -= 1;
      this.wake.poke();
    });
    this.underway.set(job, sent);
  }
}
