import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { ReviewListRequest } from './review-filter';
import { REVIEW_JSON } from './review-json';
import { pageStatement } from './review-list-page';
import { unknownReview } from './review-refusals';

/** What clients ask of reviews, answered as ready JSON text. */
@Injectable()
export class ReviewsReadModel {
  constructor(private readonly database: Database) {}

  /** One review; 404 when the sub account has none of that id. */
  async one(subAccountId: number, id: number): Promise<string> {
    const [row] = await this.database.query<{ json: string }>(
      `select (${REVIEW_JSON})::text as json from reviews review where review.sub_account_id = $1 and review.id = $2`,
      [subAccountId, id],
    );
    if (!row) throw unknownReview(id);
    return row.json;
  }

  /**
   * One page: `{count, limit, items, next_before_ts, next_before_id}`. Keyset paging over (posted_on, id), so that rows
   * which come and go between pages neither shift nor repeat the others. `count` is exact over the filter, whatever page
   * is asked for.
   */
  async page(subAccountId: number, request: ReviewListRequest): Promise<string> {
    const { sql, parameters, name } = pageStatement(subAccountId, request);
    const [row] = await this.database.query<{ page: string }>(sql, parameters, name);
    return (row as { page: string }).page;
  }
}
