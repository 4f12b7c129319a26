import { Injectable } from '@nestjs/common';
import { Database, SqlParameters } from '@plaudit/database';
import type { InviteType } from '../requests/request';
import type { SuppressionReason, SuppressionRecord } from './suppression';
import { HOUR_OF } from './suppressions.repository';

export interface SuppressionFilter {
  type?: InviteType;
  reason?: SuppressionReason;
  /** A part of the recipient, in any case. */
  search?: string;
  /** Entries that were added within the hour that begins then. */
  hour?: Date;
}

/** People who were added for the same reason within one hour. */
export interface SuppressionGroup {
  reason: SuppressionReason;
  hour: Date;
  count: number;
}

/** Lists the people who get no more messages. */
@Injectable()
export class SuppressionListReadModel {
  constructor(private readonly database: Database) {}

  /** Returns entries with a greater id than `afterId`, in the order of the ids. */
  async page(
    subAccountId: number,
    { type, reason, search, hour }: SuppressionFilter,
    afterId: number,
    rows: number,
  ): Promise<SuppressionRecord[]> {
    const parameters = new SqlParameters();
    const conditions = [
      `sub_account_id = ${parameters.add(subAccountId)}`,
      `id > ${parameters.add(afterId)}`,
      type && `type = ${parameters.add(type)}`,
      reason && `reason = ${parameters.add(reason)}`,
      hour && `${HOUR_OF} = ${parameters.add(hour)}::timestamptz at time zone 'UTC'`,
      search && `recipient ilike ${parameters.addContaining(search)}`,
    ].filter(Boolean);
    return this.database.query<SuppressionRecord>(
      `select id, type, recipient, reason, source_request_id, created_on from suppressions
       where ${conditions.join(' and ')} order by id limit ${parameters.add(rows)}`,
      parameters.values,
    );
  }

  /** Returns the groups of the newest hours before `before`, at most those of so many hours; the newest hour first. */
  async groups(
    subAccountId: number,
    reason: SuppressionReason | null,
    before: Date | null,
    hours: number,
  ): Promise<SuppressionGroup[]> {
    return this.database.query<SuppressionGroup>(
      `with newest as (
         select ${HOUR_OF} as hour from suppressions
         where sub_account_id = $1 and ($2::text is null or reason = $2)
           and ${HOUR_OF} < coalesce($3::timestamptz, 'infinity') at time zone 'UTC'
         group by 1 order by 1 desc limit $4
       )
       select reason, newest.hour at time zone 'UTC' as hour, count(*)::int as count
       from newest join suppressions on sub_account_id = $1 and ${HOUR_OF} = newest.hour
       where $2::text is null or reason = $2
       group by newest.hour, reason order by newest.hour desc, reason`,
      [subAccountId, reason, before, hours],
    );
  }
}
