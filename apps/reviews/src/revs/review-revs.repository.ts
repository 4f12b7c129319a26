import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';

@Injectable()
export class ReviewRevsRepository {
  /** Raises the revs in the transaction of the change. */
  async raise(tx: Tx, subAccountIds: readonly number[]): Promise<void> {
    await queryRows(
      tx,
      `insert into review_revs as known (sub_account_id, rev)
       select id, 1 from unnest($1::bigint[]) as changed (id) order by id
       on conflict (sub_account_id) do update set rev = known.rev + 1`,
      [subAccountIds],
    );
  }
}
