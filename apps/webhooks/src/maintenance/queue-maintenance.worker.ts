import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { DeliveryMetrics } from '../sending/delivery.metrics';
import { DeliveryWorker } from '../sending/delivery.worker';
import { QueueMaintenanceRepository } from './queue-maintenance.repository';

const REPAIR_EVERY_MS = 5_000;
const EXPIRE_EVERY_MS = 60_000;
const PURGE_EVERY_MS = 3_600_000;

/**
 * Repairs and cleans the queue at fixed intervals. Every replica runs it, because the statements tolerate each other.
 */
@Injectable()
export class QueueMaintenanceWorker {
  private readonly logger = new Logger(QueueMaintenanceWorker.name);

  constructor(
    private readonly queue: QueueMaintenanceRepository,
    private readonly worker: DeliveryWorker,
    private readonly metrics: DeliveryMetrics,
  ) {}

  @Interval(REPAIR_EVERY_MS)
  async repair(): Promise<void> {
    await this.run('end expired leases and repair lanes', async () => {
      const { expired, dropped } = await this.queue.endExpiredLeases();
      this.metrics.leasesExpired(expired, dropped);
      const repaired = await this.queue.repairLanes();
      this.metrics.lanesRepaired(repaired);
      if (repaired > 0) {
        const message = `Repaired ${repaired} lanes that were scheduled after their earliest delivery`;
        this.logger.error({ message, repaired });
      }
      if (expired > 0 || repaired > 0) this.worker.wake();
    });
  }

  @Interval(EXPIRE_EVERY_MS)
  async expireHeld(): Promise<void> {
    await this.run('drop held deliveries that expired', async () => {
      this.metrics.expiredHeld(await this.queue.expireHeld());
    });
  }

  @Interval(PURGE_EVERY_MS)
  async purge(): Promise<void> {
    await this.run('delete old data', () => this.queue.purge());
  }

  /** Logs a failure as a warning only: the next run tries again, and an unavailable database has alarms of its own. */
  private async run(task: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      warnOfFailure(this.logger, `Could not ${task}`, error);
    }
  }
}
