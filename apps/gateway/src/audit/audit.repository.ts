import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { AuditActorType, AuditEntity } from './audit.entity';

export type NewAudit = Pick<
  AuditEntity,
  'account_id' | 'actor_id' | 'action' | 'target_type' | 'target_id' | 'before' | 'after' | 'request_id'
> & { actor_type: AuditActorType };

export type NewRefusal = Pick<AuditEntity, 'action' | 'request_id'> & { after: object };

@Injectable()
export class AuditRepository {
  async add(tx: Tx, row: NewAudit): Promise<void> {
    await queryRows(
      tx,
      `insert into audit
         (account_id, actor_type, actor_id, actor_name, action, target_type, target_id, before, after, request_id)
       values ($1, $2, $3,
         case $2 when 'key' then (select name || ' (' || prefix || '…)' from keys where id = $3)
                 when 'user' then (select email from users where id = $3) end,
         $4, $5, $6, $7, $8, $9)`,
      [
        row.account_id,
        row.actor_type,
        row.actor_id,
        row.action,
        row.target_type,
        row.target_id,
        row.before && JSON.stringify(row.before),
        row.after && JSON.stringify(row.after),
        row.request_id,
      ],
    );
  }

  /** Runs the same single statement whether or not there are users, so that both take equally long. */
  async addRefusal(
    tx: Tx,
    userIds: readonly number[],
    keyId: number | null,
    { action, after, request_id }: NewRefusal,
  ): Promise<void> {
    await queryRows(
      tx,
      `insert into audit (account_id, actor_type, actor_id, actor_name, action, target_type, target_id, after, request_id)
       select u.account_id, case when k.id is null then 'anonymous' else 'key' end, k.id,
         k.name || ' (' || k.prefix || '…)', $3, 'user', u.id, $4, $5
         from users u left join keys k on k.id = $2 and k.account_id = u.account_id
        where u.id = any($1)`,
      [userIds, keyId, action, JSON.stringify(after), request_id],
    );
  }
}
