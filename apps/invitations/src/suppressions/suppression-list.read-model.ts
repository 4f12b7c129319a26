import { Injectable } from '@nestjs/common';
import { Database, SqlParameters } from '@plaudit/database';
import type { InviteType } from '../requests/request';
import type { SuppressionReason, SuppressionRecord } from './suppression';

export interface SuppressionFilter {
  type?: InviteType;
  reason?: SuppressionReason;
  /** A part of the recipient, in any case. */
  search?: string;
}

/** Lists the people who get no more messages. */
@Injectable()
export class SuppressionListReadModel {
  constructor(private readonly database: Database) {}

  /** Returns entries with a greater id than `afterId`, in the order of the ids. */
  async page(
    subAccountId: number,
    { type, reason, search }: SuppressionFilter,
    afterId: number,
    rows: number,
  ): Promise<SuppressionRecord[]> {
    const parameters = new SqlParameters();
    const conditions = [
      `sub_account_id = ${parameters.add(subAccountId)}`,
      `id > ${parameters.add(afterId)}`,
      type && `type = ${parameters.add(type)}`,
      reason && `reason = ${parameters.add(reason)}`,
      search && `recipient ilike ${parameters.add(`%${search.replace(/[\\%_]/g, '\\$&')}%`)}`,
    ].filter(Boolean);
    return this.database.query<SuppressionRecord>(
      `select id, type, recipient, reason, source_request_id, created_on from suppressions
       where ${conditions.join(' and ')} order by id limit ${parameters.add(rows)}`,
      parameters.values,
    );
  }
}
