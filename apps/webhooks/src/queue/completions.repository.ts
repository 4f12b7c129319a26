import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { AttemptsRepository } from '../deliveries/attempts.repository';
import { DeliveryState } from '../deliveries/delivery';
import { type DisableRule, disableRule, type Suspect, suspectsIn } from '../disabling/disable-rule';
import { isOverload } from '../sending/attempt-outcome';
import { WebhooksEnv } from '../webhooks.env';
import type { CompletedAttempt } from './claimed-delivery';
import { afterAttempt, isSlow, type LaneState } from './lane-state';
import { dueTime } from './lanes.repository';

/** Longer than the other transactions keep a lane. */
const LOCK_LIMIT_MS = 1_000;

interface LaneRow extends LaneState {
  webhook_id: number;
  now: Date;
}

export interface CompletionResult {
  /** Attempts that were fenced off because another worker had taken over their lease. They are logged only. */
  fenced: number;
  /** Deliveries that ended, by their state. */
  delivered: number;
  dropped: number;
  cancelled: number;
  /** Webhooks that the attempts give a reason to disable. */
  suspects: Suspect[];
}

/** Records completed attempts, one transaction per group. Each row is fenced by its own lease. */
@Injectable()
export class CompletionsRepository {
  private readonly breakerMs: number;
  private readonly disableRule: DisableRule;

  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptsRepository,
    env: WebhooksEnv,
  ) {
    this.breakerMs = env.WEBHOOK_BREAKER_SECONDS * 1_000;
    this.disableRule = disableRule(env);
  }

  /** Fails with a lock timeout if another transaction keeps one of the lanes. The group has lanes of several accounts. */
  complete(group: readonly CompletedAttempt[]): Promise<CompletionResult> {
    const record = async (tx: Tx): Promise<CompletionResult> => {
      const lanes = await this.lockLanes(tx, group);
      const states = group.map((attempt) => stateAfter(attempt, lanes));
      const settled = await settle(tx, group, states);
      await this.attempts.add(tx, group);
      const changed = this.changedLanes(group, lanes);
      await saveLanes(tx, changed);
      await saveHealth(tx, group, changed);
      const count = (wanted: number): number => settled.filter((state) => state === wanted).length;
      return {
        fenced: group.length - settled.length,
        delivered: count(DeliveryState.delivered),
        dropped: count(DeliveryState.dropped),
        cancelled: count(DeliveryState.cancelled),
        suspects: this.suspects(group, lanes, changed),
      };
    };
    return this.database.transaction(record, 'background', LOCK_LIMIT_MS);
  }

  private suspects(
    group: readonly CompletedAttempt[],
    before: ReadonlyMap<number, LaneRow>,
    after: ReadonlyMap<number, LaneState>,
  ): Suspect[] {
    const [lane] = before.values();
    return lane ? suspectsIn(group, after, lane.now, this.disableRule) : [];
  }

  private async lockLanes(tx: Tx, group: readonly CompletedAttempt[]): Promise<Map<number, LaneRow>> {
    const rows = await queryRows<LaneRow>(
      tx,
      `select webhook_id, limit_now, success_streak, failure_streak, failing_since, recent, recent_count, typical_ms,
         breaker_open, breaker_opens, nullif(blocked_until, '-infinity') as blocked_until, clock_timestamp() as now
       from lanes where webhook_id = any ($1) order by webhook_id for update`,
      [[...new Set(group.map(({ delivery }) => delivery.webhook_id))]],
      'lock-lanes-of-attempts',
    );
    return new Map(rows.map((row) => [row.webhook_id, row]));
  }

  /** Applies every attempt to its lane. A fenced attempt counts too, because it also shows how the endpoint behaves. */
  private changedLanes(
    group: readonly CompletedAttempt[],
    lanes: ReadonlyMap<number, LaneRow>,
  ): Map<number, LaneState> {
    const changed = new Map<number, LaneState>();
    for (const { delivery, outcome } of group) {
      const row = lanes.get(delivery.webhook_id);
      if (!row) continue;
      const before = changed.get(delivery.webhook_id) ?? row;
      const result = { ok: outcome.ok, overload: isOverload(outcome), durationMs: outcome.durationMs };
      changed.set(delivery.webhook_id, afterAttempt(before, result, row.now, this.breakerMs));
    }
    return changed;
  }
}

/** If the lane is missing, the webhook was deleted while the attempt was in flight. */
function stateAfter(
  { delivery, outcome, waitMs }: CompletedAttempt,
  lanes: ReadonlyMap<number, LaneRow>,
): number {
  if (outcome.ok) return DeliveryState.delivered;
  if (!lanes.has(delivery.webhook_id)) return DeliveryState.cancelled;
  return waitMs === null ? DeliveryState.dropped : DeliveryState.pending;
}

/** Writes the new states. Returns those of the deliveries that were still leased to this worker. */
async function settle(
  tx: Tx,
  group: readonly CompletedAttempt[],
  states: readonly number[],
): Promise<number[]> {
  const settled = await queryRows<{ state: number }>(
    tx,
    `update deliveries d
     set state = done.state, attempts = d.attempts + 1, lease_id = null, lease_until = null,
       next_attempt_at = case when done.state = ${DeliveryState.pending}
         then clock_timestamp() + make_interval(secs => done.wait_ms / 1000) else d.next_attempt_at end,
       finished_on = case when done.state > ${DeliveryState.leased} then clock_timestamp() end,
       last_status = done.status, last_error = done.error
     from unnest($1::bigint[], $2::uuid[], $3::smallint[], $4::float8[], $5::integer[], $6::text[])
       as done(id, lease_id, state, wait_ms, status, error)
     where d.id = done.id and d.lease_id = done.lease_id and d.state = ${DeliveryState.leased}
     returning d.state`,
    [
      group.map(({ delivery }) => delivery.id),
      group.map(({ delivery }) => delivery.lease_id),
      states,
      group.map(({ waitMs }) => waitMs ?? 0),
      group.map(({ outcome }) => outcome.statusCode),
      group.map(({ outcome }) => outcome.errorCode),
    ],
    'settle-deliveries',
  );
  return settled.map(({ state }) => state);
}

/** Also makes the lanes due again, after the states of their deliveries have been written. */
async function saveLanes(tx: Tx, lanes: ReadonlyMap<number, LaneState>): Promise<void> {
  const rows = [...lanes].map(([webhook_id, lane]) => ({ ...lane, webhook_id, slow: isSlow(lane) }));
  await queryRows(
    tx,
    `update lanes l
     set limit_now = s.limit_now, success_streak = s.success_streak, failure_streak = s.failure_streak,
       failing_since = s.failing_since, recent = s.recent, recent_count = s.recent_count, typical_ms = s.typical_ms,
       breaker_open = s.breaker_open, breaker_opens = s.breaker_opens, slow = s.slow,
       blocked_until = coalesce(s.blocked_until, '-infinity'),
       next_due_at = ${dueTime("coalesce(s.blocked_until, '-infinity')")}
     from jsonb_to_recordset($1::jsonb) as s(webhook_id bigint, limit_now smallint, success_streak integer,
       failure_streak integer, failing_since timestamptz, recent integer, recent_count smallint, typical_ms integer,
       breaker_open boolean, breaker_opens smallint, slow boolean, blocked_until timestamptz)
     where l.webhook_id = s.webhook_id`,
    [JSON.stringify(rows)],
    'save-lanes',
  );
}

/**
 * Writes the health of the endpoints if it has changed or is older than a second. Without this limit, the row of a
 * failing endpoint would be updated by every attempt.
 */
async function saveHealth(
  tx: Tx,
  group: readonly CompletedAttempt[],
  lanes: ReadonlyMap<number, LaneState>,
): Promise<void> {
  const newest = new Map(group.map((attempt) => [attempt.delivery.webhook_id, attempt.outcome]));
  const rows = [...lanes].map(([webhook_id, lane]) => ({
    webhook_id,
    failures: lane.failure_streak,
    failing_since: lane.failing_since,
    ok: newest.get(webhook_id)?.ok,
    status: newest.get(webhook_id)?.statusCode,
    error: newest.get(webhook_id)?.errorCode,
  }));
  await queryRows(
    tx,
    `insert into health as h (webhook_id, consecutive_failures, failing_since, last_success_on, last_failure_on,
       last_status, last_error, written_at)
     select s.webhook_id, s.failures, s.failing_since, case when s.ok then clock_timestamp() end,
       case when not s.ok then clock_timestamp() end, s.status, s.error, clock_timestamp()
     from jsonb_to_recordset($1::jsonb) as s(webhook_id bigint, failures integer, failing_since timestamptz,
       ok boolean, status integer, error text)
     on conflict (webhook_id) do update set
       consecutive_failures = excluded.consecutive_failures, failing_since = excluded.failing_since,
       last_success_on = coalesce(excluded.last_success_on, h.last_success_on),
       last_failure_on = coalesce(excluded.last_failure_on, h.last_failure_on),
       last_status = excluded.last_status, last_error = excluded.last_error, written_at = excluded.written_at
     where (h.last_status, h.last_error, h.failing_since is null)
         is distinct from (excluded.last_status, excluded.last_error, excluded.failing_since is null)
       or h.written_at < clock_timestamp() - interval '1 second'`,
    [JSON.stringify(rows)],
    'save-health',
  );
}
