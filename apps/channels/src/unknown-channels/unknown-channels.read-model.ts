import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

@Injectable()
export class UnknownChannelsReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns the ids that are not channels of this account and sub account. Null stands for every sub account that is not
   * deleted.
   */
  async find(accountId: number, subAccountId: number | null, ids: readonly number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select wanted.id from unnest($3::bigint[]) as wanted (id)
        where not exists (select from channels
          where channels.id = wanted.id and account_id = $1 and ($2::bigint is null or sub_account_id = $2)
            and not exists (select from closed_sub_accounts closed where closed.sub_account_id = channels.sub_account_id))`,
      [accountId, subAccountId, ids],
    );
    return rows.map(({ id }) => id);
  }
}
