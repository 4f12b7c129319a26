import { Injectable } from '@nestjs/common';
import type { SnapshotRecord } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import type { SnapshotReader } from '@plaudit/events';

/**
 * A first message takes over what happened through one of its reminders. Only the message through which it happened has an entry in
 * its activity, and only that one has published an event. An undone unsubscription is an entry of the message whose link was used.
 */
const ownStage = (stage: 'reviewed' | 'unsubscribed'): string => `
  case when request.parent_id is not null
    or exists (
      select from activity
      where activity.request_id = request.id and activity.type = '${stage}'
        and coalesce(activity.detail ->> 'undone', '') = '')
  then ${wireDate(`request.${stage}_on`)} end`;

/** Reads all requests page by page, also deleted ones, each with the times that its events have reported. */
@Injectable()
export class InviteSnapshotReadModel implements SnapshotReader {
  constructor(private readonly database: Database) {}

  async page(after: number, limit: number): Promise<SnapshotRecord[]> {
    return this.database.queryWithin<SnapshotRecord>(
      'background',
      `select request.id, request.account_id, request.sub_account_id, request.version, request.settings_id,
         coalesce(profile.name, '') as settings_name, request.parent_id, request.step, request.type, request.reference,
         ${wireDate('request.created_on')} as created_on,
         case when request.queued then ${wireDate('request.created_on')} end as queued_on,
         ${wireDate('request.sent_on')} as sent_on,
         case when request.delivery = 'confirmed' then ${wireDate('request.sent_on')} end as confirmed_on,
         case when request.delivery = 'kept' then ${wireDate('request.sent_on')} end as kept_on,
         ${wireDate('request.opened_on')} as opened_on,
         ${wireDate('request.clicked_on')} as clicked_on,
         ${ownStage('reviewed')} as reviewed_on,
         ${ownStage('unsubscribed')} as unsubscribed_on,
         ${wireDate('request.failed_on')} as failed_on
       from requests request left join settings_profiles profile on profile.id = request.settings_id
       where request.id > $1 order by request.id limit $2`,
      [after, limit],
    );
  }
}

function wireDate(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
}
