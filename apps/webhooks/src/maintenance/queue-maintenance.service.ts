import { Injectable, Logger } from '@nestjs/common';
import { QueueNotifier } from '@plaudit/queue';
import { Chore } from '@plaudit/runtime';
import { DELIVERIES } from '../queue/claimed-delivery';
import { LanesRepository } from '../queue/lanes.repository';
import { DeliveryMetrics } from '../sending/delivery.metrics';
import { QueueMaintenanceRepository } from './queue-maintenance.repository';

/** Repairs the queue: ends leases of lost workers, and drops what waited for too long. */
@Injectable()
export class QueueMaintenanceService {
  private readonly logger = new Logger(QueueMaintenanceService.name);

  constructor(
    private readonly queue: QueueMaintenanceRepository,
    private readonly lanes: LanesRepository,
    private readonly notifier: QueueNotifier,
    private readonly metrics: DeliveryMetrics,
  ) {}

  @Chore({ name: 'expired_leases', everyMs: 5_000, per: 'service' })
  async repair(): Promise<void> {
    const { expired, dropped } = await this.queue.endExpiredLeases();
    this.metrics.leasesExpired(expired, dropped);
    const repaired = await this.lanes.repair();
    this.metrics.lanesRepaired(repaired);
    if (repaired > 0) {
      const message = `Repaired ${repaired} lanes that were scheduled after their earliest delivery`;
      this.logger.error({ message, repaired });
    }
    if (expired > 0 || repaired > 0) this.notifier.wake(DELIVERIES);
  }

  @Chore({ name: 'held_deliveries', everyMs: 60_000, per: 'service' })
  async expireHeld(): Promise<void> {
    this.metrics.expiredHeld(await this.queue.expireHeld());
  }
}
