import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { actorNameSql } from '../actor-name.sql';
import type { RequestOrigin } from '../audit.entity';

/** Entries per hour about one key or user and one action. One more entry counts the rest. */
const MAX_REFUSALS_PER_HOUR = 10;
const BATCH_SIZE = 1_000;
const TEN_MINUTES_MS = 600_000;

/** A key or user that was refused a right. */
export interface RefusedActor {
  accountId: number;
  type: 'key' | 'user';
  id: number;
}

export interface RefusedSignIn {
  /** For example `user.sign_in_refused`. */
  action: string;
  /** The users with the email of the sign-in, in different accounts. Empty for an unknown email. */
  userIds: readonly number[];
  /** The key that sent the credentials. */
  keyId: number | null;
  /** How the sign-in was tried. */
  after: object;
}

/** Returns the first part of a statement that counts one refusal for each row of `subject`, in `counted`. */
function counted(action: string, subjectType: string): string {
  return `counted as (
    insert into refusal_counts (account_id, subject_type, subject_id, action, hour, refused)
    select account_id, ${subjectType}, id, ${action}, date_trunc('hour', now(), 'UTC'), 1 from subject
    on conflict (subject_type, subject_id, action, hour) do update set refused = refusal_counts.refused + 1
    returning subject_id, refused)`;
}

@Injectable()
export class RefusalsRepository {
  constructor(private readonly database: Database) {}

  /** Adds an entry about a refused right, unless the actor has been refused too often in this hour. */
  async addAccess(actor: RefusedActor, after: object, origin: RequestOrigin): Promise<void> {
    await this.database.query(
      `with subject as (select $1::bigint as account_id, $3::bigint as id), ${counted("'access.refused'", '$2::text')}
       insert into audit
         (account_id, actor_type, actor_id, actor_name, action, target_type, after, request_id, address, agent)
       select subject.account_id, $2, subject.id, ${actorNameSql('$2', 'subject.id')}, 'access.refused', 'operation',
         $4, $5, $6, $7
         from subject, counted where refused <= ${MAX_REFUSALS_PER_HOUR}`,
      [
        actor.accountId,
        actor.type,
        actor.id,
        JSON.stringify(after),
        origin.request_id,
        origin.address,
        origin.agent,
      ],
    );
  }

  /**
   * Adds an entry about a refused sign-in to the log of each user's account, within the same limit. Runs the same single
   * statement whether or not there are users, so that both take equally long.
   */
  async addSignIn(
    tx: Tx,
    { action, userIds, keyId, after }: RefusedSignIn,
    origin: RequestOrigin,
  ): Promise<void> {
    await queryRows(
      tx,
      `with subject as (select id, account_id from users where id = any ($1)), ${counted('$3::text', "'user'")}
       insert into audit (account_id, actor_type, actor_id, actor_name, action, target_type, target_id, after,
         request_id, address, agent)
       select subject.account_id, case when k.id is null then 'anonymous' else 'key' end, k.id,
         k.name || ' (' || k.prefix || '…)', $3, 'user', subject.id, $4, $5, $6, $7
         from subject join counted on counted.subject_id = subject.id
         left join keys k on k.id = $2 and k.account_id = subject.account_id
        where refused <= ${MAX_REFUSALS_PER_HOUR}`,
      [userIds, keyId, action, JSON.stringify(after), origin.request_id, origin.address, origin.agent],
    );
  }

  /**
   * Deletes the counts of hours that are over, and adds an entry with the number of refusals that have none of their own. Returns true if
   * there may be more.
   */
  @Chore({ name: 'hours_of_refusals', everyMs: TEN_MINUTES_MS, per: 'service' })
  async closeHours(): Promise<boolean> {
    const [row] = await this.database.queryWithin<{ closed: number }>(
      'background',
      `with over as (
         delete from refusal_counts where (subject_type, subject_id, action, hour) in (
           select subject_type, subject_id, action, hour from refusal_counts
            where hour < date_trunc('hour', now(), 'UTC') limit ${BATCH_SIZE} for update skip locked)
         returning *, action = 'access.refused' as is_access),
       noted as (
         insert into audit (account_id, actor_type, actor_id, actor_name, action, target_type, target_id, after)
         select account_id, case when is_access then subject_type else 'anonymous' end,
           case when is_access then subject_id end,
           case when is_access then ${actorNameSql('subject_type', 'subject_id')} end,
           action, case when is_access then 'operation' else subject_type end,
           case when is_access then null else subject_id end,
           jsonb_build_object('more_refusals', refused - ${MAX_REFUSALS_PER_HOUR},
             'hour', to_char(hour at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'))
           from over where refused > ${MAX_REFUSALS_PER_HOUR})
       select count(*)::int as closed from over`,
    );
    return row?.closed === BATCH_SIZE;
  }
}
