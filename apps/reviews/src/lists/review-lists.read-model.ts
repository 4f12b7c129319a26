import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { ReviewListRequest } from './review-filter';
import { pageStatement } from './review-list-page.sql';

/** Reads pages of reviews as JSON text. */
@Injectable()
export class ReviewListsReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns one page: `{count, limit, items, next_before_ts, next_before_id}`. `count` is the exact number of reviews that
   * match the filter, on every page. Paging is by (posted_on, id), so that reviews added or deleted between two pages
   * neither shift nor repeat the others.
   */
  async page(subAccountId: number, request: ReviewListRequest): Promise<string> {
    const { sql, parameters, name } = pageStatement(subAccountId, request);
    // A page that no counter counts reads every match. Only an API client waits for it.
    const [row] = name
      ? await this.database.query<{ page: string }>(sql, parameters, name)
      : await this.database.queryWithin<{ page: string }>('request', sql, parameters);
    return (row as { page: string }).page;
  }
}
