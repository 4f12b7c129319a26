import { Injectable } from '@nestjs/common';
import { Database, settledChanges } from '@plaudit/database';
import type { ReviewListRequest } from './review-filter';
import { pageStatement } from './review-list-page.sql';

/** Reads pages of reviews as JSON text. */
@Injectable()
export class ReviewListsReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns one page, see {@link pageStatement}. `count` is the exact number of reviews that match the filter, on every page.
   * Paging is by the values of the last review, so that reviews added or deleted between two pages neither shift nor repeat
   * the others. A page for those who follow changes leaves out the changes that earlier ones may still join.
   */
  async page(subAccountId: number, request: ReviewListRequest): Promise<string> {
    const follows = request.sort === 'updated' || request.filter.updatedSince !== undefined;
    const until = follows ? await settledChanges(this.database) : null;
    const { sql, parameters, name } = pageStatement(subAccountId, request, until);
    // A page that no counter counts reads every match. Only an API client waits for it.
    const [row] = name
      ? await this.database.query<{ page: string }>(sql, parameters, name)
      : await this.database.queryWithin<{ page: string }>('request', sql, parameters);
    return (row as { page: string }).page;
  }
}
