import { arrayLiteral } from '@plaudit/database';
import { POLL_MS } from '@plaudit/queue';
import { attemptParameters, insertAttempts } from '../deliveries/attempts.sql';
import { DeliveryState } from '../deliveries/delivery';
import type { CompletedAttempt } from './claimed-delivery';
import { isSlow, type LaneState } from './lane-state';
import { dueTime } from './lanes.repository';

/** Writes the new states of the deliveries that are still leased to this worker. */
const SETTLE = `
  update deliveries d
  set state = done.state, attempts = d.attempts + 1, lease_id = null, lease_until = null,
    next_attempt_at = case when done.state = ${DeliveryState.pending}
      then clock_timestamp() + make_interval(secs => done.wait_ms / 1000) else d.next_attempt_at end,
    finished_on = case when done.state > ${DeliveryState.leased} then clock_timestamp() end,
    last_status = done.status, last_error = done.error
  from unnest($1::bigint[], $2::uuid[], $3::smallint[], $4::float8[], $5::integer[], $6::text[])
    as done(id, lease_id, state, wait_ms, status, error)
  where d.id = done.id and d.lease_id = done.lease_id and d.state = ${DeliveryState.leased}
  returning d.webhook_id, d.state, d.next_attempt_at`;

/** When each lane is due for what the statement itself has put back. Only `settled` shows that, because its snapshot is older. */
const RETRIED = `
  select webhook_id, min(next_attempt_at) as due from settled
  where state = ${DeliveryState.pending} group by webhook_id`;

const GIVEN_LANES = `
  select * from jsonb_to_recordset($7::jsonb) as s(webhook_id bigint, limit_now smallint, success_streak integer,
    failure_streak integer, failing_since timestamptz, recent integer, recent_count smallint, typical_ms integer,
    breaker_open boolean, breaker_opens smallint, slow boolean, blocked_until timestamptz, ok boolean, status integer,
    error text)`;

/** Also makes the lanes due again. Returns whether they are due before the next poll. */
const SAVE_LANES = `
  update lanes l
  set limit_now = s.limit_now, success_streak = s.success_streak, failure_streak = s.failure_streak,
    failing_since = s.failing_since, recent = s.recent, recent_count = s.recent_count, typical_ms = s.typical_ms,
    breaker_open = s.breaker_open, breaker_opens = s.breaker_opens, slow = s.slow,
    blocked_until = coalesce(s.blocked_until, '-infinity'),
    next_due_at = ${dueTime("coalesce(s.blocked_until, '-infinity')", 'retried.due')}
  from given s left join retried using (webhook_id)
  where l.webhook_id = s.webhook_id
  returning l.next_due_at <= clock_timestamp() + interval '${POLL_MS} milliseconds' as due`;

/**
 * Writes the health of the endpoints if it has changed or is older than a second. Without this limit, the row of a
 * failing endpoint would be updated by every attempt.
 */
const SAVE_HEALTH = `
  insert into health as h (webhook_id, consecutive_failures, failing_since, last_success_on, last_failure_on,
    last_status, last_error, written_at)
  select s.webhook_id, s.failure_streak, s.failing_since, case when s.ok then clock_timestamp() end,
    case when not s.ok then clock_timestamp() end, s.status, s.error, clock_timestamp()
  from given s
  on conflict (webhook_id) do update set
    consecutive_failures = excluded.consecutive_failures, failing_since = excluded.failing_since,
    last_success_on = coalesce(excluded.last_success_on, h.last_success_on),
    last_failure_on = coalesce(excluded.last_failure_on, h.last_failure_on),
    last_status = excluded.last_status, last_error = excluded.last_error, written_at = excluded.written_at
  where (h.last_status, h.last_error, h.failing_since is null)
      is distinct from (excluded.last_status, excluded.last_error, excluded.failing_since is null)
    or h.written_at < clock_timestamp() - interval '1 second'`;

/**
 * Records a group of attempts. Returns the new states of the deliveries that were still leased to this worker, each with `due`: whether a
 * lane of the group has another delivery that is due soon. One statement, because
 * every round trip waits for an event loop that is busy with requests. Run it while holding the locks of the lanes.
 */
export const RECORD_ATTEMPTS = `
  with settled as (${SETTLE}), retried as (${RETRIED}), given as (${GIVEN_LANES}), logged as (${insertAttempts(8)}),
    saved_lanes as (${SAVE_LANES}), saved_health as (${SAVE_HEALTH})
  select state, (select coalesce(bool_or(due), false) from saved_lanes) as due from settled`;

/** Returns the parameters of {@link RECORD_ATTEMPTS}. `states` are those of the deliveries after the attempts. */
export function recordParameters(
  group: readonly CompletedAttempt[],
  states: readonly number[],
  lanes: ReadonlyMap<number, LaneState>,
): string[] {
  return [
    arrayLiteral(group.map(({ delivery }) => delivery.id)),
    arrayLiteral(group.map(({ delivery }) => delivery.lease_id)),
    arrayLiteral(states),
    arrayLiteral(group.map(({ waitMs }) => waitMs ?? 0)),
    arrayLiteral(group.map(({ outcome }) => outcome.statusCode)),
    arrayLiteral(group.map(({ outcome }) => outcome.errorCode)),
    lanesDocument(group, lanes),
    ...attemptParameters(group),
  ];
}

/** Each lane has the result of its newest attempt, for the health of its endpoint. */
function lanesDocument(group: readonly CompletedAttempt[], lanes: ReadonlyMap<number, LaneState>): string {
  const newest = new Map(group.map(({ delivery, outcome }) => [delivery.webhook_id, outcome]));
  const rows = [...lanes].map(([webhook_id, lane]) => {
    const { ok, statusCode: status, errorCode: error } = newest.get(webhook_id) ?? {};
    return { ...lane, webhook_id, slow: isSlow(lane), ok, status, error };
  });
  return JSON.stringify(rows);
}
