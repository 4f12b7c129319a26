import { Injectable } from '@nestjs/common';
import { parseWireDate, type SnapshotRange, type Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { addToDays, withZones } from '../days/day-table.sql';
import { type Invitation, STAGE_TIMES } from './invitation';
import { INVITATION_DAYS } from './invitation-days.sql';

const IDENTITY = ['id', 'account_id', 'sub_account_id'];
/** The fields that an edit of the invitation may change. */
const EDITED = ['settings_id', 'type', 'step', 'created_on', 'version'];
const NAMES = [...IDENTITY, ...EDITED, ...STAGE_TIMES].join(', ');

const GIVEN = `select ${NAMES} from json_to_recordset($1::json) as given (id bigint, account_id bigint, sub_account_id bigint,
  settings_id bigint, type text, step smallint, created_on timestamptz, version bigint,
  ${STAGE_TIMES.map((name) => `${name} timestamptz`).join(', ')})`;

const CHANGES = [
  ...EDITED.map(
    (name) =>
      `${name} = case when invitations.version < excluded.version then excluded.${name} else invitations.${name} end`,
  ),
  ...STAGE_TIMES.map((name) => `${name} = least(invitations.${name}, excluded.${name})`),
  'applied_on = now()',
].join(', ');

/** A state of the owner replaces an older one and one of the same version. It adds its stages to a newer one. */
const RECORDED = [
  ...[...IDENTITY.slice(1), ...EDITED].map((name) => `${name} = ${unlessNewer(name, `invitations.${name}`)}`),
  ...STAGE_TIMES.map(
    (name) => `${name} = ${unlessNewer(name, `least(invitations.${name}, excluded.${name})`)}`,
  ),
  'applied_on = now()',
].join(', ');
const STORED = [...IDENTITY, ...EDITED, ...STAGE_TIMES].map((name) => `invitations.${name}`).join(', ');
const EXCLUDED = [...IDENTITY, ...EDITED, ...STAGE_TIMES].map((name) => `excluded.${name}`).join(', ');

function unlessNewer(name: string, newer: string): string {
  return `case when invitations.version > excluded.version then ${newer} else excluded.${name} end`;
}

/**
 * Counts what `saved` and `gone` changed. A statement reads the tables as they were before it, so `invitations` still has the former
 * states here. The caller holds the rows of the sub accounts, so nobody else changes them.
 */
const CHANGED = `
  changes as (
    ${withZones(`
      select saved.*, 1 as sign from saved
      union all select invitations.*, -1 from invitations join (
        select id from saved union all select id from gone
      ) as changed using (id)`)}
  )
  ${addToDays(INVITATION_DAYS, 'changes')}`;

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
         insert into invitations (${NAMES}) ${GIVEN} order by id
         on conflict (id) do update set ${CHANGES}
         returning *
       ), gone as (select id from saved where false), ${CHANGED}`,
      [JSON.stringify(invitations)],
    );
  }

  /**
   * Makes the copies in the page's range equal to the page. The stages of a copy that an event made newer stay, and those of the page
   * are added to them. Removes a copy that the page does not list and that no event has changed since the snapshot began. The caller
   * holds the rows of the sub accounts of {@link ownersInRange} and of the page.
   */
  async applySnapshot(
    tx: Tx,
    { after, through, begun_on }: SnapshotRange,
    invitations: readonly Invitation[],
  ): Promise<void> {
    await queryRows(
      tx,
      `with given as (${GIVEN}), saved as (
         insert into invitations (${NAMES}) select ${NAMES} from given order by id
         on conflict (id) do update set ${RECORDED} where (${STORED}) is distinct from (${EXCLUDED})
         returning *
       ), gone as (
         delete from invitations
         where id > $2 and ($3::bigint is null or id <= $3) and applied_on < $4
           and not exists (select from given where given.id = invitations.id)
         returning id
       ), ${CHANGED}`,
      [JSON.stringify(invitations), after, through, parseWireDate(begun_on)],
    );
  }

  /** Returns the sub accounts with copies in the page's range. */
  async ownersInRange(tx: Tx, { after, through }: SnapshotRange): Promise<Tenant[]> {
    return queryRows(
      tx,
      `select distinct account_id, sub_account_id from invitations
       where id > $1 and ($2::bigint is null or id <= $2)`,
      [after, through],
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
