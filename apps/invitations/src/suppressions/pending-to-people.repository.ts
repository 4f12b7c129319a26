import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { RequestRow } from '../requests/request-rows';
import { peopleColumns, type RecipientKey } from './suppressions.repository';

/** Requests to several people that still wait to be sent. */
@Injectable()
export class PendingToPeopleRepository {
  /** Locks the pending requests to these people, in the order of their ids, and returns them. */
  async lockToAll(tx: Tx, people: readonly RecipientKey[]): Promise<RequestRow[]> {
    return queryRows<RequestRow>(
      tx,
      `select requests.* from requests
       join unnest($1::bigint[], $2::text[], $3::bytea[]) as person (sub_account_id, type, recipient_key)
         using (sub_account_id, type, recipient_key)
       where status = 'pending' and deleted_on is null
       order by requests.id for update of requests`,
      peopleColumns(people),
    );
  }
}
