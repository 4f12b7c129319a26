import { Injectable } from '@nestjs/common';
import type { SubAccountCountsResponse } from '@plaudit/contracts';
import { Database } from '@plaudit/database';

/** Exactly the condition of channels_failing_idx, so that the index can be used. */
const FAILS = "(error_code is not null or status = 'disabled')";

@Injectable()
export class FailingChannelsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the channels with a problem and the disabled ones of each of the account's sub accounts that has some. */
  count(accountId: number, subAccountIds: readonly number[]): Promise<SubAccountCountsResponse['counts']> {
    return this.database.query(
      `select sub_account_id as id, count(*)::int as count from channels
       where account_id = $1 and sub_account_id = any ($2::bigint[]) and ${FAILS} group by sub_account_id`,
      [accountId, subAccountIds],
    );
  }
}
