import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { AuditEntity } from './audit.entity';

export interface AuditPage {
  limit: number;
  /** Returns only rows with a smaller id. Null starts with the newest row. */
  beforeId: number | null;
}

/** Reads the audit log of an account, newest first. */
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
