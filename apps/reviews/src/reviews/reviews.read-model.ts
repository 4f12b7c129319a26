import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { unknownReview } from './review-errors';
import { REVIEW_JSON } from './review-json.sql';

/** Reads a single review as JSON text. */
@Injectable()
export class ReviewsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns one review. Throws 404 unless the sub account has a review with this id. */
  async one(subAccountId: number, id: number): Promise<string> {
    const [row] = await this.database.query<{ json: string }>(
      `select (${REVIEW_JSON})::text as json from reviews review where review.sub_account_id = $1 and review.id = $2`,
      [subAccountId, id],
    );
    if (!row) throw unknownReview(id);
    return row.json;
  }
}
