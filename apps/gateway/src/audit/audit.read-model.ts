import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { AuditSelection } from './audit-selection';
import type { AuditEntity } from './audit.entity';

/** Reads the audit log of an account, newest first. */
@Injectable()
export class AuditReadModel {
  constructor(private readonly database: Database) {}

  async page(accountId: number, selection: AuditSelection, limit: number): Promise<AuditEntity[]> {
    const { action, actorType, actorId, targetType, targetId, since, end, beforeId } = selection;
    return this.database.query<AuditEntity>(
      `select * from audit
        where account_id = $1 and ($2::text is null or action = $2)
          and ($3::text is null or actor_type = $3) and ($4::bigint is null or actor_id = $4)
          and ($5::text is null or target_type = $5) and ($6::bigint is null or target_id = $6)
          and ($7::timestamptz is null or created_on >= $7) and ($8::timestamptz is null or created_on < $8)
          and ($9::bigint is null or id < $9)
        order by id desc limit $10`,
      [accountId, action, actorType, actorId, targetType, targetId, since, end, beforeId, limit],
    );
  }
}
