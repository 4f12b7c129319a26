import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DeliveryMetrics } from './delivery-metrics';
import { DeliveryWorker } from './delivery-worker';
import { UpkeepRepository } from './upkeep.repository';

const REPAIR_MS = 5_000;
const HELD_MS = 60_000;
const PURGE_MS = 3_600_000;

/** Ticks the upkeep on every replica; the statements are safe to run side by side. */
@Injectable()
export class Upkeep {
  private readonly logger = new Logger(Upkeep.name);

  constructor(
    private readonly queue: UpkeepRepository,
    private readonly worker: DeliveryWorker,
    private readonly metrics: DeliveryMetrics,
  ) {}

  @Interval(REPAIR_MS)
  async repair(): Promise<void> {
    await this.quietly(async () => {
      const { expired, poisoned } = await this.queue.reap();
      this.metrics.reaped(expired, poisoned);
      const repaired = await this.queue.repairLanes();
      this.metrics.lanesRepaired(repaired);
      if (repaired > 0) this.logger.error({ message: 'lanes were later than their deliveries', repaired });
      if (expired > 0 || repaired > 0) this.worker.poke();
    });
  }

  @Interval(HELD_MS)
  async dropHeld(): Promise<void> {
    await this.quietly(async () => this.metrics.heldTooLong(await this.queue.dropHeld()));
  }

  @Interval(PURGE_MS)
  async purge(): Promise<void> {
    await this.quietly(() => this.queue.purge());
  }

  /** The next tick tries again; a database that is away is not this service's alarm. */
  private async quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn(error);
    }
  }
}
