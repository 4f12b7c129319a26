import { Injectable } from '@nestjs/common';
import { Database, SqlParameters } from '@plaudit/database';
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

/** A request whose mail came back and whose person waits for the decision on a fuse. */
export interface DoubtfulRequest {
  id: number;
  /** Empty after the person was erased. */
  recipient: string;
  name: string | null;
  /** The reply of the mail server. */
  msg: string | null;
  /** When the mail was sent, or refused. */
  sent_on: Date;
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

  async hasFuse(subAccountId: number, id: number): Promise<boolean> {
    const rows = await this.database.query(
      'select 1 as one from bounce_fuses where sub_account_id = $1 and id = $2',
      [subAccountId, id],
    );
    return rows.length > 0;
  }

  /**
   * Returns requests that wait for the decision on a fuse and have a greater id than `afterId`, in the order of their ids. `search` is a
   * part of the recipient, in any case.
   */
  async doubtful(
    fuseId: number,
    search: string | undefined,
    afterId: number,
    rows: number,
  ): Promise<DoubtfulRequest[]> {
    const parameters = new SqlParameters();
    const conditions = [
      `back.fuse_id = ${parameters.add(fuseId)}`,
      `back.request_id > ${parameters.add(afterId)}`,
      search && `recipient ilike ${parameters.addContaining(search)}`,
    ].filter(Boolean);
    return this.database.query<DoubtfulRequest>(
      `select request.id, recipient, name, error_msg as msg, back.sent_on
       from gone_mails back join requests request on request.id = back.request_id
       where ${conditions.join(' and ')} order by back.request_id limit ${parameters.add(rows)}`,
      parameters.values,
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
