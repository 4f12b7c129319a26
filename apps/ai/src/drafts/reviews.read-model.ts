import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

@Injectable()
export class ReviewsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns true if there is a copy of the review, of any account, also if the review is deleted. */
  async isCopied(reviewId: number): Promise<boolean> {
    const rows = await this.database.query('select from reviews where id = $1', [reviewId]);
    return rows.length > 0;
  }
}
