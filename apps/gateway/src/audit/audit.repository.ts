import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { actorNameSql } from './actor-name.sql';
import type { AuditActorType, AuditEntity, RequestOrigin } from './audit.entity';

export type NewAudit = Pick<
  AuditEntity,
  'account_id' | 'actor_id' | 'action' | 'target_type' | 'target_id' | 'before' | 'after'
> &
  RequestOrigin & { actor_type: AuditActorType };

/** Rows per statement, so that a backlog does not make a long transaction. */
const PURGE_BATCH = 5_000;

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  async add(tx: Tx, row: NewAudit): Promise<void> {
    await queryRows(
      tx,
      `insert into audit (account_id, actor_type, actor_id, actor_name, action, target_type, target_id, before, after,
         request_id, address, agent)
       values ($1, $2, $3, ${actorNameSql('$2', '$3')}, $4, $5, $6, $7, $8, $9, $10, $11)`,
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
        row.address,
        row.agent,
      ],
    );
  }

  /** Deletes rows from before `end`, and returns true if there may be more. The trigger of the table permits it only with this setting. */
  async purge(end: Date): Promise<boolean> {
    const deleted = await this.database.transaction(async (tx) => {
      await queryRows(tx, "select set_config('plaudit.purge_audit', 'on', true)");
      return queryRows(
        tx,
        `delete from audit where id in (
           select id from audit where created_on < $1 limit ${PURGE_BATCH} for update skip locked
         ) returning 1 as one`,
        [end],
      );
    }, 'background');
    return deleted.length === PURGE_BATCH;
  }
}
