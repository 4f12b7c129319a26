import { Injectable } from '@nestjs/common';
import { Chore } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { AuditRepository } from './audit.repository';

const DAY_MS = 86_400_000;

/** Deletes entries of the audit log that are older than AUDIT_RETENTION_DAYS. */
@Injectable()
export class AuditRetentionService {
  constructor(
    private readonly env: GatewayEnv,
    private readonly audit: AuditRepository,
  ) {}

  @Chore({ name: 'old_audit_entries', everyMs: 600_000, per: 'service' })
  async deleteOld(now: Date): Promise<boolean> {
    const days = this.env.AUDIT_RETENTION_DAYS;
    return days > 0 && this.audit.purge(new Date(now.getTime() - days * DAY_MS));
  }
}
