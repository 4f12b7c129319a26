import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { beforeCommit, queryRows, type Tx } from '@plaudit/database';

interface DueLane extends Tenant {
  due_at: Date;
}

/** The queues of the sub accounts. */
@Injectable()
export class LanesRepository {
  private readonly noted = new WeakMap<Tx, Map<number, DueLane>>();

  /**
   * Makes the lanes of these messages due in time. The rows of the lanes are written at the end of the transaction, in the
   * order of their ids, so that they are locked for the commit only and two transactions never deadlock.
   */
  note(tx: Tx, due: readonly (Tenant & { due_at: Date | null })[]): void {
    const lanes = this.notedIn(tx);
    for (const { account_id, sub_account_id, due_at } of due) {
      if (due_at === null) continue;
      const noted = lanes.get(sub_account_id);
      if (!noted || due_at < noted.due_at) lanes.set(sub_account_id, { account_id, sub_account_id, due_at });
    }
  }

  private notedIn(tx: Tx): Map<number, DueLane> {
    const known = this.noted.get(tx);
    if (known) return known;
    const lanes = new Map<number, DueLane>();
    this.noted.set(tx, lanes);
    beforeCommit(tx, () => this.write(tx, [...lanes.values()]));
    return lanes;
  }

  private async write(tx: Tx, lanes: readonly DueLane[]): Promise<void> {
    if (lanes.length === 0) return;
    await queryRows(
      tx,
      `insert into lanes (sub_account_id, account_id, next_due_at)
       select sub_account_id, account_id, due_at
       from jsonb_to_recordset($1::jsonb) as given (sub_account_id bigint, account_id bigint, due_at timestamptz)
       order by sub_account_id
       on conflict (sub_account_id) do update set next_due_at = least(lanes.next_due_at, excluded.next_due_at)`,
      [JSON.stringify(lanes)],
    );
  }
}
