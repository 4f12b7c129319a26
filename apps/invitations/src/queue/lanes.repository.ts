import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { beforeCommit, Database, queryRows, type Tx } from '@plaudit/database';
import { LaneQueue, POLL_MS, QueueNotifier } from '@plaudit/queue';
import type { InviteType } from '../requests/request';

interface DueLane extends Tenant {
  type: InviteType;
  due_at: Date;
}

/** The name of the queue of one type. */
export function queueOf(type: InviteType): string {
  return `messages of type ${type}`;
}

/** The queues of the sub accounts. */
@Injectable()
export class LanesRepository extends LaneQueue {
  private readonly noted = new WeakMap<Tx, Map<string, DueLane>>();

  constructor(
    database: Database,
    private readonly notifier: QueueNotifier,
  ) {
    super(database, {
      keys: ['sub_account_id', 'type'],
      items: 'requests',
      due: 'due_at',
      waiting: "i.due_at is not null and i.status = 'pending'",
    });
  }

  /**
   * Makes the lanes of these messages due in time. The rows of the lanes are written at the end of the transaction, in the
   * order of their ids, so that they are locked for the commit only and two transactions never deadlock.
   */
  note(tx: Tx, due: readonly (Omit<DueLane, 'due_at'> & { due_at: Date | null })[]): void {
    const lanes = this.notedIn(tx);
    for (const { account_id, sub_account_id, type, due_at } of due) {
      if (due_at === null) continue;
      const name = `${sub_account_id}/${type}`;
      const noted = lanes.get(name);
      if (!noted || due_at < noted.due_at) lanes.set(name, { account_id, sub_account_id, type, due_at });
    }
  }

  private notedIn(tx: Tx): Map<string, DueLane> {
    const known = this.noted.get(tx);
    if (known) return known;
    const lanes = new Map<string, DueLane>();
    this.noted.set(tx, lanes);
    beforeCommit(tx, () => this.write(tx, [...lanes.values()]));
    return lanes;
  }

  private async write(tx: Tx, lanes: readonly DueLane[]): Promise<void> {
    if (lanes.length === 0) return;
    await queryRows(
      tx,
      `insert into lanes (sub_account_id, type, account_id, next_due_at)
       select sub_account_id, type, account_id, due_at
       from jsonb_to_recordset($1::jsonb)
         as given (sub_account_id bigint, type text, account_id bigint, due_at timestamptz)
       order by sub_account_id, type
       on conflict (sub_account_id, type) do update set next_due_at = least(lanes.next_due_at, excluded.next_due_at)`,
      [JSON.stringify(lanes)],
    );
    const soon = Date.now() + POLL_MS;
    for (const { type, due_at } of lanes)
      if (due_at.getTime() < soon) this.notifier.queued(tx, queueOf(type));
  }
}
