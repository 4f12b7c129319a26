import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { senderOf } from '../stops/sender.sql';
import { OPERATOR_CODES } from '../stops/sending-stop';

/** Of more messages that wait, no more are counted. */
const MAX_COUNTED = 10_000;

/** A sender whose mails wait. */
export interface StandingStop {
  sender: string;
  code: string;
  msg: string;
  stopped_on: Date;
  next_try_on: Date;
  waiting: number;
}

/** A fuse that waits for a decision. */
export interface OpenFuse {
  id: number;
  server: string | null;
  blown_on: Date;
  mails: number;
  gone: number;
  requests: number;
}

/** What keeps the mails of a sub account from being sent, and what keeps its bounces from suppressing people. */
@Injectable()
export class MailHealthReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the stops for which messages wait. A message that was not made yet has the sender of its settings, else `from`. */
  async stops(subAccountId: number, from: string): Promise<StandingStop[]> {
    return this.database.query<StandingStop>(STOPS, [subAccountId, from.toLowerCase(), OPERATOR_CODES]);
  }

  async fuses(subAccountId: number): Promise<OpenFuse[]> {
    return this.database.query<OpenFuse>(
      `select id, server, blown_on, mails, gone, (
         select count(*)::int from gone_mails where fuse_id = fuse.id) as requests
       from bounce_fuses fuse where sub_account_id = $1 and decided_on is null order by id`,
      [subAccountId],
    );
  }
}

/** A message that tries at this moment waits, too. */
const STOPS = `
  with waiting as (
    select ${senderOf('$2')} as sender
    from (
      select rendered, settings_id from requests
      where sub_account_id = $1 and type = 'email' and due_at is not null and status = 'pending' and error_code = any ($3)
        and deleted_on is null and exists (select from sending_stops where sub_account_id = $1 and ended_on is null)
      union all
      select rendered, settings_id from requests
      where lease_until is not null and sub_account_id = $1 and type = 'email' and status = 'sending' and error_code = any ($3)
        and deleted_on is null
      limit ${MAX_COUNTED}
    ) as request
    left join settings_profiles profile on profile.id = request.settings_id
  )
  select stop.sender, stop.code, stop.msg, stop.stopped_on, stop.next_try_on, count(*)::int as waiting
  from sending_stops stop join waiting using (sender)
  where stop.sub_account_id = $1 and stop.ended_on is null
  group by stop.sub_account_id, stop.sender order by stop.sender`;
