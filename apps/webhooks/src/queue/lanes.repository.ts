import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { extendLeases, LaneQueue, QueueNotifier } from '@plaudit/queue';
import { DeliveryState } from '../deliveries/delivery';
import { HealthEntity } from '../webhooks/health.entity';
import { type ClaimedDelivery, DELIVERIES } from './claimed-delivery';
import { isSlow, NEW_LANE } from './lane-state';
import { LaneEntity } from './lane.entity';

interface ClaimSize {
  rows: number;
  /** How many of the rows may belong to slow lanes. */
  slowRows: number;
  leaseMs: number;
}

/** With at most 64 rows per claim, 16 rows per lane and 8 lanes per claim measured best. */
export const MAX_ROWS_PER_CLAIM = 64;
const MAX_ROWS_PER_LANE = 16;
const MAX_LANES_PER_CLAIM = 8;

/** After a resume or a recovery, deliveries are sent 100 ms apart, or closer so that all are sent within 60 s. */
const MAX_RESUME_MS = 60_000;
const MAX_RESUME_STEP_MS = 100;

/**
 * The lanes and the deliveries queued in them. A transaction locks a lane before it changes the lane's deliveries. The
 * exception is the fan-out, which inserts deliveries first and then locks the lane to make it due.
 */
@Injectable()
export class LanesRepository extends LaneQueue {
  constructor(
    database: Database,
    private readonly notifier: QueueNotifier,
  ) {
    super(database, {
      keys: ['webhook_id'],
      items: 'deliveries',
      due: 'next_attempt_at',
      waiting: `i.state = ${DeliveryState.pending}`,
      served: 'not l.paused',
      notBefore: 'l.blocked_until',
    });
  }

  /**
   * Leases due deliveries to the caller, lane by lane. Returns an empty list if nothing is due. One named statement, because a transaction
   * around it would cost two more round trips. The limit of a question suffices: a claim takes milliseconds, skips locked lanes, and is
   * tried again if Postgres cancelled it.
   */
  claim(size: ClaimSize): Promise<ClaimedDelivery[]> {
    const rows = Math.min(size.rows, MAX_ROWS_PER_CLAIM);
    return this.database.query<ClaimedDelivery>(
      `select claimed.*, (select account_id from webhooks where id = claimed.webhook_id),
         (select coalesce(owner_sub_account_id, 0) from webhooks where id = claimed.webhook_id) as sub_account_id
       from claim_deliveries($1, $2, $3, $4, $5) claimed`,
      [rows, MAX_ROWS_PER_LANE, MAX_LANES_PER_CLAIM, size.slowRows, size.leaseMs],
      'claim-deliveries',
    );
  }

  /** Extends the leases. Returns the deliveries that are still leased to the caller. Needs no lock of a lane. */
  extend(deliveries: readonly ClaimedDelivery[], leaseMs: number): Promise<ClaimedDelivery[]> {
    return extendLeases(this.database, 'deliveries', deliveries, leaseMs);
  }

  /**
   * Gives back deliveries that were claimed and not sent. They are due again after `delayMs` and have not used up an
   * attempt. Deliveries of a webhook that was deleted in the meantime end as cancelled.
   */
  async release(
    deliveries: readonly Pick<ClaimedDelivery, 'id' | 'lease_id' | 'webhook_id'>[],
    delayMs = 0,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockLanes(
        tx,
        deliveries.map(({ webhook_id }) => webhook_id),
      );
      const released = await queryRows<{ webhook_id: number }>(
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
          deliveries.map(({ id }) => id),
          deliveries.map(({ lease_id }) => lease_id),
          delayMs,
          deliveries.map(({ webhook_id }) => webhook_id),
        ],
      );
      await updateDueTimes(
        tx,
        released.map(({ webhook_id }) => webhook_id),
      );
    }, 'background');
  }

  /** Creates the lane of a new webhook. */
  async create(tx: Tx, webhookId: number, paused: boolean): Promise<void> {
    await tx.query(
      `insert into lanes (webhook_id, next_due_at, paused, slow, limit_now, success_streak, failure_streak, recent,
         recent_count, typical_ms, breaker_open, breaker_opens, blocked_until)
       values ($1, 'infinity', $2, $3, $4, 0, 0, 0, 0, 0, false, 0, '-infinity')`,
      [webhookId, paused, isSlow(NEW_LANE), NEW_LANE.limit_now],
    );
  }

  /** Stops further claims. Attempts in flight end as usual. */
  async pause(tx: Tx, webhookId: number): Promise<void> {
    await tx.update(LaneEntity, { webhook_id: webhookId }, { paused: true });
  }

  /**
   * Ends a pause, and forgets the failures before it. Overdue deliveries are spread over at most 60 s, the oldest first. Later
   * deliveries keep their time.
   */
  async resume(tx: Tx, webhookId: number): Promise<void> {
    await lockLanes(tx, [webhookId]);
    await tx.query(
      `with overdue as (
         select id, row_number() over (order by next_attempt_at, id) - 1 as place, count(*) over () as total
         from deliveries where webhook_id = $1 and state = ${DeliveryState.pending} and next_attempt_at <= clock_timestamp()
       )
       update deliveries d
       set next_attempt_at = statement_timestamp()
         + make_interval(secs => overdue.place * ${spreadStepMs('overdue.total')} / 1000)
       from overdue where d.id = overdue.id`,
      [webhookId],
    );
    await tx.update(LaneEntity, { webhook_id: webhookId }, { paused: false });
    await this.forgive(tx, webhookId);
  }

  /**
   * Forgets the failures of an endpoint and closes its circuit breaker, because its owner says that it works or names another one.
   */
  async forgive(tx: Tx, webhookId: number): Promise<void> {
    await lockLanes(tx, [webhookId]);
    await tx.query(
      `update lanes set failure_streak = 0, failing_since = null, recent = 0, recent_count = 0,
         breaker_open = false, breaker_opens = 0, blocked_until = '-infinity'
       where webhook_id = $1`,
      [webhookId],
    );
    await tx.update(
      HealthEntity,
      { webhook_id: webhookId },
      { consecutive_failures: 0, failing_since: null },
    );
    await updateDueTimes(tx, [webhookId]);
    this.notifier.queued(tx, DELIVERIES);
  }

  /**
   * Cancels the pending deliveries of a sub account's events and locks the lanes until the transaction ends. Clearing
   * the lease also stops retries of attempts in flight: they are logged and have no further effect.
   */
  async cancelSubAccount(tx: Tx, webhookIds: readonly number[], subAccountId: number): Promise<void> {
    await lockLanes(tx, webhookIds);
    await tx.query(cancelWhere('e.sub_account_id = $2'), [webhookIds, subAccountId]);
    await updateDueTimes(tx, webhookIds);
  }

  /** Does the same with the events of all sub accounts but these. */
  async cancelOutside(tx: Tx, webhookId: number, subAccountIds: readonly number[]): Promise<void> {
    await lockLanes(tx, [webhookId]);
    await tx.query(cancelWhere('e.sub_account_id <> all ($2)'), [[webhookId], subAccountIds]);
    await updateDueTimes(tx, [webhookId]);
  }

  /**
   * Deletes the lane of a deleted webhook. An attempt that ends later finds no lane, so its delivery ends as cancelled.
   */
  async delete(tx: Tx, webhookId: number): Promise<void> {
    await lockLanes(tx, [webhookId]);
    await tx.delete(LaneEntity, { webhook_id: webhookId });
    await tx.query(
      `update deliveries set state = ${DeliveryState.cancelled}, finished_on = clock_timestamp()
       where webhook_id = $1 and state = ${DeliveryState.pending}`,
      [webhookId],
    );
  }
}

/** Returns the statement that cancels deliveries of the webhooks $1. `condition` selects the events. */
function cancelWhere(condition: string): string {
  return `update deliveries d set state = ${DeliveryState.cancelled}, finished_on = clock_timestamp(),
      lease_id = null, lease_until = null
    from events e
    where e.id = d.event_id and ${condition} and d.webhook_id = any ($1)
      and d.state in (${DeliveryState.pending}, ${DeliveryState.leased})`;
}

/**
 * Locks lanes in the order of their ids, so that two transactions never deadlock. Returns how many of the lanes exist.
 */
export async function lockLanes(tx: Tx, webhookIds: readonly number[]): Promise<number> {
  const lanes = await queryRows(
    tx,
    'select 1 from lanes where webhook_id = any ($1) order by webhook_id for update',
    [webhookIds],
  );
  return lanes.length;
}

/** Returns the SQL of the milliseconds between two deliveries of a resume or a recovery. `total` is the SQL of their number. */
export function spreadStepMs(total: string): string {
  return `least(${MAX_RESUME_STEP_MS}, ${MAX_RESUME_MS}::float8 / ${total})`;
}

/**
 * Recalculates when lanes are due. A lane that is already due goes to the end of the line. Call it while holding the
 * locks of the lanes.
 */
export async function updateDueTimes(tx: Tx, webhookIds: readonly number[]): Promise<void> {
  await tx.query(
    `update lanes l set next_due_at = ${dueTime('l.blocked_until')} where l.webhook_id = any ($1)`,
    [webhookIds],
  );
}

/** Returns the SQL of the time when the lane `l` is due. `retried` is the SQL of a time that its deliveries do not show yet, or null. */
export function dueTime(blockedUntil: string, retried = 'null'): string {
  return `greatest(clock_timestamp(), ${blockedUntil}, coalesce(least(${retried},
    (select min(d.next_attempt_at) from deliveries d
     where d.webhook_id = l.webhook_id and d.state = ${DeliveryState.pending})), 'infinity'))`;
}
