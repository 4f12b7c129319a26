import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';

/** Rows that one statement changes. */
const BATCH = 5_000;

/** Ends the requests of sub accounts that were deleted. */
@Injectable()
export class ClosedSubAccountsRepository {
  /** Cancels every pending request of the sub account, each with an entry in its activity. Returns how many there were. */
  async cancelPending(tx: Tx, subAccountId: number, at: Date): Promise<number> {
    let cancelled = 0;
    let afterId: number | null = 0;
    while (afterId !== null) {
      const batch: { count: number; last: number | null } = await this.cancelBatch(
        tx,
        subAccountId,
        at,
        afterId,
      );
      cancelled += batch.count;
      afterId = batch.last;
    }
    return cancelled;
  }

  /** `last` is null if no pending request is left. */
  private async cancelBatch(
    tx: Tx,
    subAccountId: number,
    at: Date,
    afterId: number,
  ): Promise<{ count: number; last: number | null }> {
    const [batch] = await queryRows<{ count: number; last: number | null }>(
      tx,
      `with picked as (
         select id from requests
         where sub_account_id = $1 and id > $3 and status = 'pending' and deleted_on is null
         order by id limit ${BATCH} for update
       ), ended as (
         update requests set status = 'cancelled', cancelled_on = $2, due_at = null, send_at = null,
           version = version + 1, updated_on = clock_timestamp()
         from picked where requests.id = picked.id returning requests.id
       ), noted as (
         insert into activity (request_id, type, source, status, detail, created_at)
         select id, 'cancelled', 'system', 'ok', '{"reason": "sub_account_deleted"}', $2 from ended order by id
       )
       select count(*)::int as count, max(id) as last from ended`,
      [subAccountId, at, afterId],
    );
    return batch ?? { count: 0, last: null };
  }
}
