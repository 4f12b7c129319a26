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

  /** Returns when the last message of each of these sequences was sent, by the id of the first message. */
  async lastSentOn(tx: Tx, rootIds: readonly number[]): Promise<Map<number, Date>> {
    if (rootIds.length === 0) return new Map();
    const rows = await queryRows<{ root_id: number; sent_on: Date }>(
      tx,
      `select coalesce(parent_id, id) as root_id, max(sent_on) as sent_on from requests
       where (id = any ($1::bigint[]) or parent_id = any ($1::bigint[])) and sent_on is not null and deleted_on is null
       group by 1`,
      [rootIds],
    );
    return new Map(rows.map(({ root_id, sent_on }) => [root_id, sent_on]));
  }
}
