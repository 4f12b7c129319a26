/** Attempts of one webhook at once, across all replicas. */
export const MAX_IN_FLIGHT = 10;

const SUCCESSES_PER_STEP = 10;
const REMEMBERED = 20;
const OPENS_AFTER_FAILURES = 5;
const OPENS_AFTER_MS = 30_000;
const OPENS_AT_SHARE = 0.8;
const MAX_OPEN_FACTOR = 15;
const SLOW_MS = 2_000;
const SMOOTHING = 0.2;

/** How one webhook's endpoint is treated; a row of `lanes`, shared by all replicas. */
export interface LaneState {
  /** Attempts it may have in flight: halves when the endpoint is overloaded, grows by one per ten successes. */
  limitNow: number;
  successStreak: number;
  failureStreak: number;
  failingSince: Date | null;
  /** The last 20 outcomes as bits, 1 = failed, the newest lowest. */
  recent: number;
  recentCount: number;
  /** While open nothing is sent until `blockedUntil`; then one delivery at a time tries. */
  breakerOpen: boolean;
  breakerOpens: number;
  blockedUntil: Date | null;
  /** Smoothed duration of its attempts. */
  typicalMs: number;
}

export interface LaneOutcome {
  ok: boolean;
  /** Timeout, connection fault, 5xx or 429: fewer at once may help. */
  overload: boolean;
  durationMs: number;
}

export const NEW_LANE: LaneState = {
  limitNow: MAX_IN_FLIGHT,
  successStreak: 0,
  failureStreak: 0,
  failingSince: null,
  recent: 0,
  recentCount: 0,
  breakerOpen: false,
  breakerOpens: 0,
  blockedUntil: null,
  typicalMs: 0,
};

/** The lane after one more attempt ended at `now`. `openMs` is how long the breaker opens at first. */
export function afterAttempt(lane: LaneState, outcome: LaneOutcome, now: Date, openMs: number): LaneState {
  const seen = remembered(lane, outcome);
  return outcome.ok ? afterSuccess(seen) : afterFailure(seen, outcome, now, openMs);
}

/** Slow lanes share a quarter of the slots, so that they cannot keep the healthy ones waiting. */
export function isSlow(lane: LaneState): boolean {
  return lane.limitNow === 1 || lane.typicalMs > SLOW_MS;
}

function remembered(lane: LaneState, { ok, durationMs }: LaneOutcome): LaneState {
  const smoothed =
    lane.recentCount === 0 ? durationMs : lane.typicalMs + SMOOTHING * (durationMs - lane.typicalMs);
  return {
    ...lane,
    recent: ((lane.recent << 1) | (ok ? 0 : 1)) & (2 ** REMEMBERED - 1),
    recentCount: Math.min(REMEMBERED, lane.recentCount + 1),
    typicalMs: Math.round(smoothed),
  };
}

/** A success behind an open breaker closes it; the lane then ramps up from one at a time. */
function afterSuccess(lane: LaneState): LaneState {
  const closed: LaneState = { ...lane, failureStreak: 0, failingSince: null };
  if (lane.breakerOpen) {
    return {
      ...closed,
      breakerOpen: false,
      breakerOpens: 0,
      blockedUntil: null,
      limitNow: 1,
      successStreak: 1,
      recent: 0,
      recentCount: 1,
    };
  }
  const streak = lane.successStreak + 1;
  const step = streak % SUCCESSES_PER_STEP === 0 ? 1 : 0;
  return { ...closed, successStreak: streak, limitNow: Math.min(MAX_IN_FLIGHT, lane.limitNow + step) };
}

function afterFailure(lane: LaneState, outcome: LaneOutcome, now: Date, openMs: number): LaneState {
  const failing: LaneState = {
    ...lane,
    successStreak: 0,
    failureStreak: lane.failureStreak + 1,
    failingSince: lane.failingSince ?? now,
    limitNow: outcome.overload ? Math.max(1, Math.floor(lane.limitNow / 2)) : lane.limitNow,
  };
  if (lane.breakerOpen) {
    // What was still in flight when it opened says nothing new; only a probe does.
    const wasProbe = lane.blockedUntil === null || now >= lane.blockedUntil;
    return wasProbe ? opened(failing, now, openMs) : failing;
  }
  return shouldOpen(failing, now) ? opened(failing, now, openMs) : failing;
}

function shouldOpen(lane: LaneState, now: Date): boolean {
  const failingForMs = now.getTime() - (lane.failingSince ?? now).getTime();
  if (lane.failureStreak >= OPENS_AFTER_FAILURES && failingForMs >= OPENS_AFTER_MS) return true;
  return lane.recentCount === REMEMBERED && bits(lane.recent) >= REMEMBERED * OPENS_AT_SHARE;
}

function opened(lane: LaneState, now: Date, openMs: number): LaneState {
  const factor = Math.min(2 ** lane.breakerOpens, MAX_OPEN_FACTOR);
  return {
    ...lane,
    breakerOpen: true,
    breakerOpens: lane.breakerOpens + 1,
    blockedUntil: new Date(now.getTime() + openMs * factor),
  };
}

function bits(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}
