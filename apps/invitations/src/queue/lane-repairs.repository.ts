import { Injectable } from '@nestjs/common';
import { Database, queryRows } from '@plaudit/database';

/** Lanes whose next message is due before the lane is. */
@Injectable()
export class LaneRepairsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Reschedules lanes that are scheduled after their earliest message. Returns how many there were. Any number above 0 is a bug
   * elsewhere, and without this the messages would be late.
   */
  async repair(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const rows = await queryRows(
        tx,
        `update lanes l set next_due_at = late.due_at
         from (
           select l.sub_account_id, l.type, first.due_at from lanes l cross join lateral (
             select r.due_at from requests r
             where r.sub_account_id = l.sub_account_id and r.type = l.type and r.due_at is not null and r.status = 'pending'
             order by r.due_at limit 1
           ) first
           where l.next_due_at > greatest(clock_timestamp(), first.due_at) + interval '2 seconds'
           for update of l skip locked
         ) late
         where l.sub_account_id = late.sub_account_id and l.type = late.type
         returning 1 as one`,
      );
      return rows.length;
    }, 'background');
  }
}
