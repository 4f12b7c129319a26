/** Maximum number of concurrent attempts of one webhook, across all replicas. */
export const MAX_IN_FLIGHT = 10;

const SUCCESSES_PER_STEP = 10;
const REMEMBERED_OUTCOMES = 20;
const OPENS_AFTER_FAILURES = 5;
const OPENS_AFTER_MS = 30_000;
const OPENS_AT_FAILURE_SHARE = 0.8;
const MAX_OPEN_FACTOR = 15;
const SLOW_MS = 2_000;
const SMOOTHING = 0.2;

/**
 * How the worker treats the endpoint of one webhook: columns of `lanes`, which all replicas share. Its breaker is not opossum, which knows
 * one process only.
 */
export interface LaneState {
  /**
   * The current limit of concurrent attempts. It halves when the endpoint is overloaded and grows by one per ten
   * successes.
   */
  limit_now: number;
  success_streak: number;
  failure_streak: number;
  failing_since: Date | null;
  /** The last 20 outcomes as bits. A set bit is a failure; the lowest bit is the newest. */
  recent: number;
  recent_count: number;
  /**
   * While the circuit breaker is open, nothing is sent until `blocked_until`. Then one delivery at a time is a probe.
   */
  breaker_open: boolean;
  breaker_opens: number;
  blocked_until: Date | null;
  /** Smoothed duration of the attempts. */
  typical_ms: number;
}

export interface LaneOutcome {
  ok: boolean;
  /** True for a timeout, a connection error, a 5xx or a 429 status: fewer concurrent attempts may help. */
  overload: boolean;
  durationMs: number;
}

export const NEW_LANE: LaneState = {
  limit_now: MAX_IN_FLIGHT,
  success_streak: 0,
  failure_streak: 0,
  failing_since: null,
  recent: 0,
  recent_count: 0,
  breaker_open: false,
  breaker_opens: 0,
  blocked_until: null,
  typical_ms: 0,
};

/** Returns the lane after one more attempt has ended at `now`. `openMs` is how long the breaker stays open at first. */
export function afterAttempt(lane: LaneState, outcome: LaneOutcome, now: Date, openMs: number): LaneState {
  const remembered = withOutcome(lane, outcome);
  return outcome.ok ? afterSuccess(remembered) : afterFailure(remembered, outcome, now, openMs);
}

/** Slow lanes share a quarter of the slots, so that they cannot delay the others. */
export function isSlow(lane: LaneState): boolean {
  return lane.limit_now === 1 || lane.typical_ms > SLOW_MS;
}

function withOutcome(lane: LaneState, { ok, durationMs }: LaneOutcome): LaneState {
  const smoothed =
    lane.recent_count === 0 ? durationMs : lane.typical_ms + SMOOTHING * (durationMs - lane.typical_ms);
  return {
    ...lane,
    recent: ((lane.recent << 1) | (ok ? 0 : 1)) & (2 ** REMEMBERED_OUTCOMES - 1),
    recent_count: Math.min(REMEMBERED_OUTCOMES, lane.recent_count + 1),
    typical_ms: Math.round(smoothed),
  };
}

/** A successful probe closes the breaker. The limit then starts again at one. */
function afterSuccess(lane: LaneState): LaneState {
  const healthy = { failure_streak: 0, failing_since: null };
  if (lane.breaker_open) {
    return {
      ...lane,
      ...healthy,
      breaker_open: false,
      breaker_opens: 0,
      blocked_until: null,
      limit_now: 1,
      success_streak: 1,
      recent: 0,
      recent_count: 1,
    };
  }
  const streak = lane.success_streak + 1;
  const step = streak % SUCCESSES_PER_STEP === 0 ? 1 : 0;
  const limit = Math.min(MAX_IN_FLIGHT, lane.limit_now + step);
  return { ...lane, ...healthy, success_streak: streak, limit_now: limit };
}

function afterFailure(lane: LaneState, outcome: LaneOutcome, now: Date, openMs: number): LaneState {
  const failing: LaneState = {
    ...lane,
    success_streak: 0,
    failure_streak: lane.failure_streak + 1,
    failing_since: lane.failing_since ?? now,
    limit_now: outcome.overload ? Math.max(1, Math.floor(lane.limit_now / 2)) : lane.limit_now,
  };
  if (lane.breaker_open) {
    // An attempt that was in flight when the breaker opened proves nothing new. Only a failed probe reopens it.
    const wasProbe = lane.blocked_until === null || now >= lane.blocked_until;
    return wasProbe ? withOpenBreaker(failing, now, openMs) : failing;
  }
  return shouldOpen(failing, now) ? withOpenBreaker(failing, now, openMs) : failing;
}

function shouldOpen(lane: LaneState, now: Date): boolean {
  const failingForMs = now.getTime() - (lane.failing_since ?? now).getTime();
  if (lane.failure_streak >= OPENS_AFTER_FAILURES && failingForMs >= OPENS_AFTER_MS) return true;
  if (lane.recent_count < REMEMBERED_OUTCOMES) return false;
  return countBits(lane.recent) >= REMEMBERED_OUTCOMES * OPENS_AT_FAILURE_SHARE;
}

function withOpenBreaker(lane: LaneState, now: Date, openMs: number): LaneState {
  const factor = Math.min(2 ** lane.breaker_opens, MAX_OPEN_FACTOR);
  return {
    ...lane,
    breaker_open: true,
    breaker_opens: lane.breaker_opens + 1,
    blocked_until: new Date(now.getTime() + openMs * factor),
  };
}

function countBits(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}
