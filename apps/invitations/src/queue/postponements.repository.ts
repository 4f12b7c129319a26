import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { RequestRow } from '../requests/request-rows';
import { sendAtOf } from './unscheduled';

/** Keeps the transaction short. The rest follows with the next claim. */
const MAX_POSTPONED = 5_000;

export interface Postponement {
  /** When the messages are due. */
  to: Date;
  /** Becomes their last error. */
  fault: { code: string; msg: string } | null;
  /** Only messages that had no attempt yet. */
  unmadeOnly: boolean;
}

/** Messages that cannot be sent at this time, as others of their sub account have shown. */
@Injectable()
export class PostponementsRepository {
  /**
   * Makes the due messages of the same settings profile due at `to`, in one statement. Otherwise a hundred thousand messages behind
   * a daily limit would be claimed one by one every morning. Messages with a zone of their own, those that clients have sent at once, and
   * those that try whether a stop can end, are left out. Returns their number.
   */
  async postponeLike(tx: Tx, message: RequestRow, { to, fault, unmadeOnly }: Postponement): Promise<number> {
    const rows = await queryRows(
      tx,
      `update requests r
       set due_at = $4, send_at = $8, error_code = coalesce($5, r.error_code), error_msg = coalesce($6, r.error_msg),
         version = r.version + 1, updated_on = clock_timestamp()
       from (
         select id from requests
         where sub_account_id = $1 and type = $2 and settings_id = $3 and timezone is null and status = 'pending' and not manual
           and due_at <= statement_timestamp() and not ($7 and rendered is not null)
           and not exists (
             select from sending_stops stop where stop.sub_account_id = $1 and stop.probe = requests.id and stop.ended_on is null)
         order by due_at, id limit ${MAX_POSTPONED} for update skip locked
       ) as rest
       where r.id = rest.id
       returning 1 as one`,
      [
        message.sub_account_id,
        message.type,
        message.settings_id,
        to,
        fault?.code,
        fault?.msg,
        unmadeOnly,
        sendAtOf(to),
      ],
    );
    return rows.length;
  }
}
