import { Injectable, Logger } from '@nestjs/common';
import { Chore } from '@plaudit/runtime';
import { DeliveryMetrics } from '../sending/delivery.metrics';
import { DeliveryWorker } from '../sending/delivery.worker';
import { QueueMaintenanceRepository } from './queue-maintenance.repository';

/** Repairs the queue: ends leases of lost workers, and drops what waited for too long. */
@Injectable()
export class QueueMaintenanceService {
  private readonly logger = new Logger(QueueMaintenanceService.name);

  constructor(
    private readonly queue: QueueMaintenanceRepository,
    private readonly worker: DeliveryWorker,
    private readonly metrics: DeliveryMetrics,
  ) {}

  @Chore({ name: 'expired_leases', everyMs: 5_000, per: 'service' })
  async repair(): Promise<void> {
    const { expired, dropped } = await this.queue.endExpiredLeases();
    this.metrics.leasesExpired(expired, dropped);
    const repaired = await this.queue.repairLanes();
    this.metrics.lanesRepaired(repaired);
    if (repaired > 0) {
      const message = `Repaired ${repaired} lanes that were scheduled after their earliest delivery`;
      this.logger.error({ message, repaired });
    }
    if (expired > 0 || repaired > 0) this.worker.wake();
  }

  @Chore({ name: 'held_deliveries', everyMs: 60_000, per: 'service' })
  async expireHeld(): Promise<void> {
    this.metrics.expiredHeld(await this.queue.expireHeld());
  }
}
