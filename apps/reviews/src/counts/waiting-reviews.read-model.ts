import { Injectable } from '@nestjs/common';
import type { SubAccountCountsResponse } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { INBOX } from '../reviews/review';

@Injectable()
export class WaitingReviewsReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns the reviews in the inbox of each of the account's sub accounts that has some. It reads counters, which do not have the
   * account, and one review of each sub account, which has.
   */
  count(accountId: number, subAccountIds: readonly number[]): Promise<SubAccountCountsResponse['counts']> {
    return this.database.query(
      `select id, total as count
       from unnest($2::bigint[]) as wanted (id), lateral (
         select sum(total)::int as total from review_counts where sub_account_id = wanted.id and status = ${INBOX}) counted
       where total > 0 and $1 = (
         select account_id from reviews where sub_account_id = wanted.id and status = ${INBOX} limit 1)`,
      [accountId, subAccountIds],
    );
  }
}
