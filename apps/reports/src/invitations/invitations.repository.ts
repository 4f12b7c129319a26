import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import { addToDays, withZones } from '../days/day-table.sql';
import { type Invitation, STAGE_TIMES } from './invitation';
import { INVITATION_DAYS } from './invitation-days.sql';

const IDENTITY = ['id', 'account_id', 'sub_account_id'];
/** The fields that an edit of the invitation may change. */
const EDITED = ['settings_id', 'type', 'step', 'created_on', 'version'];
const NAMES = [...IDENTITY, ...EDITED, ...STAGE_TIMES].join(', ');

const CHANGES = [
  ...EDITED.map(
    (name) =>
      `${name} = case when invitations.version < excluded.version then excluded.${name} else invitations.${name} end`,
  ),
  ...STAGE_TIMES.map((name) => `${name} = least(invitations.${name}, excluded.${name})`),
].join(', ');

/** The copies of invitations, the counts of their days and the names of their settings profiles. */
@Injectable()
export class InvitationsRepository {
  /**
   * Stores what events say about invitations, at most one event of each. A stage keeps its earliest time, so the order of the
   * events does not matter. The caller holds the rows of the sub accounts.
   */
  async apply(tx: Tx, invitations: readonly Invitation[]): Promise<void> {
    await queryRows(
      tx,
      `with saved as (
         insert into invitations (${NAMES})
         select ${NAMES} from json_to_recordset($1::json) as given (id bigint, account_id bigint, sub_account_id bigint,
           settings_id bigint, type text, step smallint, created_on timestamptz, version bigint,
           ${STAGE_TIMES.map((name) => `${name} timestamptz`).join(', ')})
         order by id
         on conflict (id) do update set ${CHANGES}
         returning *
       ), changes as (
         ${withZones(`
           select saved.*, 1 as sign from saved
           union all select invitations.*, -1 from invitations join saved using (id)`)}
       )
       ${addToDays(INVITATION_DAYS, 'changes')}`,
      [JSON.stringify(invitations)],
    );
  }

  /** Stores the names of settings profiles that are newer than the stored ones. The caller holds the rows of the sub accounts. */
  async nameSettings(tx: Tx, invitations: readonly Invitation[]): Promise<void> {
    await queryRows(
      tx,
      `insert into invite_settings (id, account_id, sub_account_id, name, named_on)
       select distinct on (settings_id) settings_id, account_id, sub_account_id, settings_name, named_on
       from json_to_recordset($1::json) as given (settings_id bigint, account_id bigint, sub_account_id bigint, settings_name text,
         named_on timestamptz)
       order by settings_id, named_on desc
       on conflict (id) do update set name = excluded.name, named_on = excluded.named_on
       where invite_settings.named_on < excluded.named_on`,
      [JSON.stringify(invitations)],
    );
  }
}
