import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import { rootIdOf } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';

/** The reminders that wait for the message before them. */
@Injectable()
export class NextRemindersRepository {
  /** Locks the next pending reminder after each of these messages. Returns it by the id of its first message. */
  async lockAfter(tx: Tx, messages: readonly RequestRow[]): Promise<Map<number, RequestRow>> {
    if (messages.length === 0) return new Map();
    const rows = await queryRows<RequestRow>(
      tx,
      `select next.* from unnest($1::bigint[], $2::smallint[]) as sent (root_id, step)
       cross join lateral (
         select * from requests r
         where r.parent_id = sent.root_id and r.step > sent.step and r.status = 'pending' and r.deleted_on is null
           and r.due_at is null
         order by r.step limit 1 for update
       ) as next
       order by next.id`,
      [messages.map(rootIdOf), messages.map(({ step }) => step)],
    );
    return new Map(rows.map((row) => [row.parent_id as number, row]));
  }
}
