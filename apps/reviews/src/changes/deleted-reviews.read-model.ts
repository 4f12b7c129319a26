import { Injectable } from '@nestjs/common';
import { wireDate } from '@plaudit/contracts';
import { Database, settledChanges } from '@plaudit/database';
import { boundOf } from '@plaudit/runtime';
import { wireDateSql } from '../reviews/review-json.sql';
import type { DeletedReviewsQuery } from './deleted-reviews.dto';
import type { DeletedReviewListResponse, DeletedReviewResponse } from './deleted-reviews.responses';

const DEFAULT_LIMIT = 100;
const BEGINNING = '0_0';

/** Reads which reviews of a sub account were deleted. */
@Injectable()
export class DeletedReviewsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns one page. Throws 400 if `since` is not a date. */
  async page(subAccountId: number, query: DeletedReviewsQuery): Promise<DeletedReviewListResponse> {
    const since = query.since ? boundOf(query.since, 'since') : new Date(0);
    const limit = Number(query.limit || DEFAULT_LIMIT);
    const until = await settledChanges(this.database);
    const [count, rows] = await Promise.all([
      this.count(subAccountId, since, until),
      this.rows(subAccountId, [since, until], { after: query.cursor || BEGINNING, limit: limit + 1 }),
    ]);
    const page = rows.slice(0, limit);
    return {
      count,
      items: page.map(({ cursor: _cursor, ...item }) => item),
      next_cursor: rows.length > limit ? (page.at(-1)?.cursor ?? null) : null,
      deleted_until: wireDate(until),
    };
  }

  private async count(subAccountId: number, since: Date, until: Date): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `select count(*) from deleted_reviews
       where sub_account_id = $1 and deleted_on >= $2 and deleted_on < $3`,
      [subAccountId, since, until],
    );
    return (row as { count: number }).count;
  }

  private async rows(
    subAccountId: number,
    [since, until]: readonly [Date, Date],
    { after, limit }: { after: string; limit: number },
  ): Promise<(DeletedReviewResponse & { cursor: string })[]> {
    return this.database.query(
      `select review_id as id, ${wireDateSql('gone.deleted_on')} as deleted_on, reason,
         concat((extract(epoch from gone.deleted_on) * 1000000)::bigint, '_', review_id) as cursor
       from deleted_reviews gone
       where sub_account_id = $1 and gone.deleted_on >= $2 and gone.deleted_on < $3
         and (gone.deleted_on, review_id)
           > (timestamptz 'epoch' + $4::bigint * interval '1 microsecond', $5::bigint)
       order by gone.deleted_on, review_id limit $6`,
      [subAccountId, since, until, ...after.split('_'), limit],
    );
  }
}
