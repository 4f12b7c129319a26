import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { actorNameSql } from '../actor-name.sql';
import type { ChangeInProgressEntity } from './change-in-progress.entity';

export type NewChange = Omit<ChangeInProgressEntity, 'id' | 'created_on'>;

/** Longer than any request takes: the limits for the head and for the rest of a response are 10 minutes at most. */
const ABANDONED_AFTER = '30 minutes';
const BATCH_SIZE = 1_000;
const TEN_MINUTES_MS = 600_000;

const ACTOR_TYPE = "case when user_id is null then 'key' else 'user' end";
const ACTOR_ID = 'coalesce(user_id, key_id)';

const MOVE_TO_AUDIT = `insert into audit
    (account_id, actor_type, actor_id, actor_name, action, target_type, target_id, after, request_id, address, agent, created_on)
  select account_id, ${ACTOR_TYPE}, ${ACTOR_ID}, ${actorNameSql(ACTOR_TYPE, ACTOR_ID)}, action, target_type, target_id, after,
    request_id, address, agent, created_on from done`;

@Injectable()
export class ChangesInProgressRepository {
  constructor(private readonly database: Database) {}

  /** Returns the id of the new row. */
  async begin(change: NewChange): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `insert into changes_in_progress
         (account_id, key_id, user_id, action, target_type, target_id, after, request_id, address, agent)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      [
        change.account_id,
        change.key_id,
        change.user_id,
        change.action,
        change.target_type,
        change.target_id,
        JSON.stringify(change.after),
        change.request_id,
        change.address,
        change.agent,
      ],
    );
    return (row as { id: number }).id;
  }

  /** Moves the change to the audit log with the status of its response, and the object that the response describes. */
  async complete(
    id: number,
    status: number,
    target: { id: number | null; name: string | null },
  ): Promise<void> {
    await this.database.query(
      `with done as (
         delete from changes_in_progress where id = $1 returning account_id, key_id, user_id, action, target_type,
           coalesce(target_id, $3) as target_id, after || jsonb_build_object('status', $2::int)
             || jsonb_strip_nulls(jsonb_build_object('name', $4::text)) as after,
           request_id, address, agent, created_on)
       ${MOVE_TO_AUDIT}`,
      [id, status, target.id, target.name],
    );
  }

  /** Deletes the row of a change that was not made. */
  async drop(id: number): Promise<void> {
    await this.database.query('delete from changes_in_progress where id = $1', [id]);
  }

  /** Moves changes that never got a response to the audit log, with the status null. Returns true if there may be more. */
  @Chore({ name: 'abandoned_changes', everyMs: TEN_MINUTES_MS, per: 'service' })
  async completeAbandoned(): Promise<boolean> {
    const moved = await this.database.queryWithin(
      'background',
      `with done as (
         delete from changes_in_progress where id in (
           select id from changes_in_progress where created_on < now() - interval '${ABANDONED_AFTER}'
            order by id limit ${BATCH_SIZE} for update skip locked)
         returning account_id, key_id, user_id, action, target_type, target_id,
           after || jsonb_build_object('status', null) as after, request_id, address, agent, created_on)
       ${MOVE_TO_AUDIT} returning 1 as one`,
    );
    return moved.length === BATCH_SIZE;
  }
}
