import {
  afterAttempt,
  isSlow,
  type LaneOutcome,
  type LaneState,
  MAX_IN_FLIGHT,
  NEW_LANE,
} from './lane-state';

const START = Date.parse('2026-01-01T00:00:00Z');
const OPEN_MS = 60_000;
const success: LaneOutcome = { ok: true, overload: false, durationMs: 50 };
const overload: LaneOutcome = { ok: false, overload: true, durationMs: 50 };
const refusal: LaneOutcome = { ok: false, overload: false, durationMs: 50 };

/** Applies the outcomes one after the other, `everyMs` apart. */
function run(lane: LaneState, outcomes: LaneOutcome[], everyMs = 0, from = START): LaneState {
  return outcomes.reduce(
    (state, outcome, index) => afterAttempt(state, outcome, new Date(from + index * everyMs), OPEN_MS),
    lane,
  );
}

const times = (count: number, outcome: LaneOutcome): LaneOutcome[] =>
  Array.from({ length: count }, () => outcome);

describe('The limit of concurrent attempts', () => {
  it('halves with every overload until it is one', () => {
    expect([1, 2, 3, 4, 5].map((count) => run(NEW_LANE, times(count, overload)).limit_now)).toEqual([
      5, 2, 1, 1, 1,
    ]);
  });

  it('does not change when the endpoint refuses requests without being overloaded', () => {
    expect(run(NEW_LANE, times(4, refusal)).limit_now).toBe(MAX_IN_FLIGHT);
  });

  it('grows by one after ten successes in a row, up to ten', () => {
    const reduced = run(NEW_LANE, times(3, overload));
    expect(run(reduced, times(9, success)).limit_now).toBe(1);
    expect(run(reduced, times(10, success)).limit_now).toBe(2);
    expect(run(reduced, [...times(9, success), refusal, ...times(9, success)]).limit_now).toBe(1);
    expect(run(reduced, times(500, success)).limit_now).toBe(MAX_IN_FLIGHT);
  });
});

describe('The circuit breaker of a lane', () => {
  it('opens after 5 failures in a row over at least 30 s', () => {
    expect(run(NEW_LANE, times(5, overload), 7_000).breaker_open).toBe(false);
    const open = run(NEW_LANE, times(5, overload), 7_500);
    expect(open).toMatchObject({ breaker_open: true, breaker_opens: 1 });
    expect(open.blocked_until).toEqual(new Date(START + 30_000 + OPEN_MS));
  });

  it('opens when 16 of the last 20 attempts failed, however quickly', () => {
    const mixed = [...times(4, success), ...times(16, refusal)];
    expect(run(NEW_LANE, mixed.slice(0, 19)).breaker_open).toBe(false);
    expect(run(NEW_LANE, mixed).breaker_open).toBe(true);
    expect(run(NEW_LANE, [...times(5, success), ...times(15, refusal)]).breaker_open).toBe(false);
  });

  it('stays open twice as long after every failed probe, up to 15 times, and ignores attempts that were in flight', () => {
    let lane = run(NEW_LANE, times(20, overload));
    expect(run(lane, [overload]).blocked_until).toEqual(lane.blocked_until);
    const minutes: number[] = [];
    for (let probe = 0; probe < 6; probe++) {
      const now = lane.blocked_until as Date;
      lane = afterAttempt(lane, overload, now, OPEN_MS);
      minutes.push(((lane.blocked_until as Date).getTime() - now.getTime()) / OPEN_MS);
    }
    expect(minutes).toEqual([2, 4, 8, 15, 15, 15]);
  });

  it('closes after one success and starts again with one attempt at a time', () => {
    const open = run(NEW_LANE, times(20, overload));
    const closed = run(open, [success], 0, START + OPEN_MS);
    expect(closed).toMatchObject({
      breaker_open: false,
      breaker_opens: 0,
      blocked_until: null,
      limit_now: 1,
    });
    expect(run(closed, times(9, success)).limit_now).toBe(2);
    expect(run(closed, times(4, refusal)).breaker_open).toBe(false);
  });
});

describe('isSlow', () => {
  it('is true at a limit of one attempt or if attempts usually take more than two seconds', () => {
    const slowSuccess: LaneOutcome = { ok: true, overload: false, durationMs: 5_000 };
    expect(isSlow(NEW_LANE)).toBe(false);
    expect(isSlow(run(NEW_LANE, times(3, overload)))).toBe(true);
    expect(isSlow(run(NEW_LANE, [slowSuccess]))).toBe(true);
    expect(isSlow(run(NEW_LANE, [slowSuccess, ...times(20, success)]))).toBe(false);
    expect(isSlow(run(NEW_LANE, [...times(10, success), slowSuccess]))).toBe(false);
  });
});
