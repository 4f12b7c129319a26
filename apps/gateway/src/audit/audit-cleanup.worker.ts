import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { AuditRepository } from './audit.repository';
import { ChangesInProgressRepository } from './requests/changes-in-progress.repository';
import { RefusalsRepository } from './requests/refusals.repository';

const TEN_MINUTES_MS = 600_000;
const DAY_MS = 86_400_000;

/**
 * Completes the audit log on every replica: adds the changes that got no response and the refusals that were only counted,
 * and deletes entries that are older than AUDIT_RETENTION_DAYS. Replicas skip each other's rows.
 */
@Injectable()
export class AuditCleanupWorker {
  private readonly logger = new Logger(AuditCleanupWorker.name);

  constructor(
    private readonly env: GatewayEnv,
    private readonly audit: AuditRepository,
    private readonly changes: ChangesInProgressRepository,
    private readonly refusals: RefusalsRepository,
    private readonly clock: Clock,
  ) {}

  @Interval(TEN_MINUTES_MS)
  async run(): Promise<void> {
    try {
      await this.changes.completeAbandoned();
      await this.refusals.closeHours();
      await this.purge();
    } catch (error) {
      this.logger.warn('Could not complete or purge the audit log; the next run is in ten minutes', error);
    }
  }

  private async purge(): Promise<void> {
    const days = this.env.AUDIT_RETENTION_DAYS;
    if (days === 0) return;
    await this.audit.purge(new Date(this.clock.now().getTime() - days * DAY_MS));
  }
}
