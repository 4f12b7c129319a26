import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { RequestRow } from '../requests/request-rows';
import { peopleColumns, type RecipientKey } from './suppressions.repository';

/** Requests to several people that still wait to be sent. One that a worker has taken waits until its conversation begins. */
@Injectable()
export class PendingToPeopleRepository {
  /** Locks the requests to these people that wait, in the order of their ids, and returns them. */
  async lockToAll(tx: Tx, people: readonly RecipientKey[]): Promise<RequestRow[]> {
    return queryRows<RequestRow>(
      tx,
      `select requests.* from requests
       join unnest($1::bigint[], $2::text[], $3::bytea[]) as person (sub_account_id, type, recipient_key)
         using (sub_account_id, type, recipient_key)
       where deleted_on is null and (status = 'pending' or (status = 'sending' and started_at is null))
       order by requests.id for update of requests`,
      peopleColumns(people),
    );
  }
}
