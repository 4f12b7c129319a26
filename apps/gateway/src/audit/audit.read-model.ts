import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { AuditEntity } from './audit.entity';

export interface AuditPage {
  limit: number;
  /** Exclusive; null begins with the newest. */
  beforeId: number | null;
}

/** What was changed in an account, newest first. */
@Injectable()
export class AuditReadModel {
  constructor(private readonly database: Database) {}

  async page(accountId: number, { limit, beforeId }: AuditPage): Promise<AuditEntity[]> {
    return this.database.query<AuditEntity>(
      `select * from audit where account_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
      [accountId, beforeId, limit],
    );
  }
}
