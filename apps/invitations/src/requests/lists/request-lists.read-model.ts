import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { RequestRow } from '../request-rows';
import type { RequestListRequest } from './request-filter';
import { countSql, pageSql } from './request-list.sql';

export interface RequestPage {
  count: number;
  rows: Omit<RequestRow, 'rendered'>[];
}

/** Reads pages of requests. */
@Injectable()
export class RequestListsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns one page and the number of all requests that match. Only an API client waits for it. */
  async page(subAccountId: number, request: RequestListRequest): Promise<RequestPage> {
    if (request.filter.statuses?.length === 0) return { count: 0, rows: [] };
    const page = pageSql(subAccountId, request);
    const rows = await this.database.queryWithin<RequestPage['rows'][number]>(
      'request',
      page.sql,
      page.parameters,
    );
    const isWhole = request.start === 0 && rows.length < request.limit;
    if (isWhole) return { count: rows.length, rows };
    const counted = countSql(subAccountId, request.filter);
    const [row] = await this.database.queryWithin<{ count: number }>(
      'request',
      counted.sql,
      counted.parameters,
    );
    return { count: (row as { count: number }).count, rows };
  }
}
