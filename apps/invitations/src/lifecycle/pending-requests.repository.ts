import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import { peopleColumns, type RecipientKey } from '../suppressions/suppressions.repository';

/** Requests that still wait to be sent, also deleted ones. One that a worker has taken waits until its conversation begins. */
@Injectable()
export class PendingRequestsRepository {
  /** Returns the first messages of the sequences in which a request to one of these people waits. No row is locked. */
  async sequencesTo(tx: Tx, people: readonly RecipientKey[]): Promise<number[]> {
    const rows = await queryRows<{ id: number }>(
      tx,
      `select distinct coalesce(parent_id, id) as id from requests
       join unnest($1::bigint[], $2::text[], $3::bytea[]) as person (sub_account_id, type, recipient_key)
         using (sub_account_id, type, recipient_key)
       where status = 'pending' or (status = 'sending' and started_at is null)`,
      peopleColumns(people),
    );
    return rows.map(({ id }) => id);
  }
}
