import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { AuditSelection } from './audit-selection';
import type { AuditEntity } from './audit.entity';

/**
 * No transaction takes longer from its beginning, which is `created_on`, to its entry, which gets the next id. So an entry
 * that is older than another one by more than this has the smaller id.
 */
const LONGEST_TRANSACTION = "interval '1 hour'";

/**
 * The least id of the entries of account $1 from `since` on. Ids and dates agree only nearly, so it is not the id of the
 * first entry, but the least one among the entries of the first hour. `offset 0` keeps Postgres from reading the log in the
 * order of ids.
 */
function firstIdSince(since: string): string {
  const first = `select min(created_on) from audit where account_id = $1 and created_on >= ${since}`;
  return `select min(id) from (
    select id from audit where account_id = $1 and created_on >= ${since}
      and created_on <= (${first}) + ${LONGEST_TRANSACTION} offset 0) as earliest`;
}

/** The greatest id of the entries of account $1 before `end`. */
function lastIdBefore(end: string): string {
  const last = `select max(created_on) from audit where account_id = $1 and created_on < ${end}`;
  return `select max(id) from (
    select id from audit where account_id = $1 and created_on < ${end}
      and created_on >= (${last}) - ${LONGEST_TRANSACTION} offset 0) as latest`;
}

/** Reads the audit log of an account, newest first. */
@Injectable()
export class AuditReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Pages follow the ids. A date is turned into a bound of the ids, so that Postgres begins to read there, and is compared
   * with each entry as well.
   */
  async page(accountId: number, selection: AuditSelection, limit: number): Promise<AuditEntity[]> {
    const { action, actorType, actorId, targetType, targetId, since, end, beforeId } = selection;
    return this.database.queryWithin<AuditEntity>(
      'request',
      `select * from audit
        where account_id = $1 and ($2::text is null or action = $2)
          and ($3::text is null or actor_type = $3) and ($4::bigint is null or actor_id = $4)
          and ($5::text is null or target_type = $5) and ($6::bigint is null or target_id = $6)
          and ($7::timestamptz is null or (created_on >= $7 and id >= (${firstIdSince('$7')})))
          and ($8::timestamptz is null or (created_on < $8 and id <= (${lastIdBefore('$8')})))
          and ($9::bigint is null or id < $9)
        order by id desc limit $10`,
      [accountId, action, actorType, actorId, targetType, targetId, since, end, beforeId, limit],
    );
  }
}
