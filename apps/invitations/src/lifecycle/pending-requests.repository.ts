import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { RequestRow } from '../requests/request-rows';
import type { RecipientKey } from '../suppressions/suppressions.repository';

/** Requests that still wait to be sent. One that a worker has taken waits until its conversation begins. */
@Injectable()
export class PendingRequestsRepository {
  /** Locks the requests to a person that wait, in the order of their ids, and returns them. */
  async lockTo(tx: Tx, { sub_account_id, type, recipient_key }: RecipientKey): Promise<RequestRow[]> {
    return queryRows<RequestRow>(
      tx,
      `select * from requests
       where sub_account_id = $1 and type = $2 and recipient_key = $3 and deleted_on is null
         and (status = 'pending' or (status = 'sending' and started_at is null))
       order by id for update`,
      [sub_account_id, type, recipient_key],
    );
  }
}
