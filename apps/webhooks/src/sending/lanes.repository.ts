import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { DeliveryState } from '../deliveries/delivery';
import { isSlow, NEW_LANE } from './lane-state';
import type { SendJob } from './send-job';

interface ClaimSize {
  rows: number;
  /** Of those, how many may belong to slow lanes. */
  slowRows: number;
  leaseMs: number;
}

/** Rows one lane may give per turn, and lanes per turn; what measured best with claims of 64. */
const QUANTUM = 16;
const LANES_PER_CLAIM = 8;
const ROWS_PER_CLAIM = 64;

/** On resume, overdue deliveries are spread over this long at most. */
const RESUME_SPREAD_MS = 60_000;
const RESUME_STEP_MS = 100;

/**
 * The lanes and what is queued in them. Whoever changes rows of a lane holds the lane's lock first, except for the
 * fan-out, which inserts and then moves the lane's due time forward.
 */
@Injectable()
export class LanesRepository {
  constructor(private readonly database: Database) {}

  claim(size: ClaimSize): Promise<SendJob[]> {
    const rows = Math.min(size.rows, ROWS_PER_CLAIM);
    return this.database.query<SendJob>('select * from claim_deliveries($1, $2, $3, $4, $5)', [
      rows,
      QUANTUM,
      LANES_PER_CLAIM,
      size.slowRows,
      size.leaseMs,
    ]);
  }

  /**
   * Gives back what was claimed and not sent, as if it had never been; due again after `delayMs`. Of a webhook that was
   * deleted meanwhile there is nothing to come back to.
   */
  async release(
    jobs: readonly Pick<SendJob, 'id' | 'lease_id' | 'webhook_id'>[],
    delayMs = 0,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockLanes(
        tx,
        jobs.map((job) => job.webhook_id),
      );
      const given = await queryRows<{ webhook_id: number }>(
        tx,
        `update deliveries d set lease_id = null, lease_until = null,
           next_attempt_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000),
           state = case when l.webhook_id is null then ${DeliveryState.cancelled} else ${DeliveryState.pending} end,
           finished_on = case when l.webhook_id is null then clock_timestamp() end
         from unnest($1::bigint[], $2::uuid[], $4::bigint[]) as mine(id, lease_id, webhook_id)
         left join lanes l on l.webhook_id = mine.webhook_id
         where d.id = mine.id and d.lease_id = mine.lease_id and d.state = ${DeliveryState.leased}
         returning d.webhook_id`,
        [
          jobs.map((job) => job.id),
          jobs.map((job) => job.lease_id),
          delayMs,
          jobs.map((job) => job.webhook_id),
        ],
      );
      await makeDue(
        tx,
        given.map((row) => row.webhook_id),
      );
    });
  }

  /** A new webhook's lane. */
  async open(tx: Tx, webhookId: number, paused: boolean): Promise<void> {
    await tx.query(
      `insert into lanes (webhook_id, next_due_at, paused, slow, limit_now, success_streak, failure_streak, recent,
         recent_count, typical_ms, breaker_open, breaker_opens, blocked_until)
       values ($1, 'infinity', $2, $3, $4, 0, 0, 0, 0, 0, false, 0, '-infinity')`,
      [webhookId, paused, isSlow(NEW_LANE), NEW_LANE.limitNow],
    );
  }

  /** Nothing is claimed from here on; what is in flight ends as usual. */
  async pause(tx: Tx, webhookId: number): Promise<void> {
    await tx.query('update lanes set paused = true where webhook_id = $1', [webhookId]);
  }

  /** What is overdue is spread over min(60 s, 100 ms each), oldest first; the rest keeps its time. */
  async resume(tx: Tx, webhookId: number): Promise<void> {
    await lockLanes(tx, [webhookId]);
    await tx.query(
      `with overdue as (
         select id, row_number() over (order by next_attempt_at, id) - 1 as place, count(*) over () as total
         from deliveries where webhook_id = $1 and state = ${DeliveryState.pending} and next_attempt_at <= clock_timestamp()
       )
       update deliveries d
       set next_attempt_at = statement_timestamp()
         + make_interval(secs => overdue.place * least(${RESUME_STEP_MS}, ${RESUME_SPREAD_MS}::float8 / overdue.total) / 1000)
       from overdue where d.id = overdue.id`,
      [webhookId],
    );
    await tx.query('update lanes set paused = false where webhook_id = $1', [webhookId]);
    await makeDue(tx, [webhookId]);
  }

  /**
   * Takes what a sub account's events have waiting out of these lanes, which stay locked. An attempt that is under way
   * finds its lease gone: it is logged and not repeated.
   */
  async cancelOf(tx: Tx, webhookIds: readonly number[], subAccountId: number): Promise<void> {
    await lockLanes(tx, webhookIds);
    await tx.query(
      `update deliveries d set state = ${DeliveryState.cancelled}, finished_on = clock_timestamp(),
         lease_id = null, lease_until = null
       from events e
       where e.id = d.event_id and e.sub_account_id = $2 and d.webhook_id = any ($1)
         and d.state in (${DeliveryState.pending}, ${DeliveryState.leased})`,
      [webhookIds, subAccountId],
    );
    await makeDue(tx, webhookIds);
  }

  /** A deleted webhook's lane. Completions that find no lane end as cancelled. */
  async close(tx: Tx, webhookId: number): Promise<void> {
    await lockLanes(tx, [webhookId]);
    await tx.query('delete from lanes where webhook_id = $1', [webhookId]);
    await tx.query(
      `update deliveries set state = ${DeliveryState.cancelled}, finished_on = clock_timestamp()
       where webhook_id = $1 and state = ${DeliveryState.pending}`,
      [webhookId],
    );
  }
}

/** In the order of their ids, so that two transactions never wait for each other. How many there still are. */
export async function lockLanes(tx: Tx, webhookIds: readonly number[]): Promise<number> {
  const lanes = await queryRows(
    tx,
    'select 1 from lanes where webhook_id = any ($1) order by webhook_id for update',
    [webhookIds],
  );
  return lanes.length;
}

/** Recomputes when lanes are due; at the back of the line when that is now. The caller holds their locks. */
export async function makeDue(tx: Tx, webhookIds: readonly number[]): Promise<void> {
  await tx.query(
    `update lanes l set next_due_at = greatest(clock_timestamp(), l.blocked_until, coalesce(
       (select min(d.next_attempt_at) from deliveries d
        where d.webhook_id = l.webhook_id and d.state = ${DeliveryState.pending}), 'infinity'))
     where l.webhook_id = any ($1)`,
    [webhookIds],
  );
}
