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

/** Runs outcomes one after the other, `everyMs` apart. */
function run(lane: LaneState, outcomes: LaneOutcome[], everyMs = 0, from = START): LaneState {
  return outcomes.reduce(
    (state, outcome, index) => afterAttempt(state, outcome, new Date(from + index * everyMs), OPEN_MS),
    lane,
  );
}

const times = (count: number, outcome: LaneOutcome): LaneOutcome[] =>
  Array.from({ length: count }, () => outcome);

describe('attempts at once', () => {
  test('halve with every overload down to one', () => {
    expect([1, 2, 3, 4, 5].map((count) => run(NEW_LANE, times(count, overload)).limitNow)).toEqual([
      5, 2, 1, 1, 1,
    ]);
  });

  test('stay as they are when the endpoint merely refuses', () => {
    expect(run(NEW_LANE, times(4, refusal)).limitNow).toBe(MAX_IN_FLIGHT);
  });

  test('grow by one per ten successes in a row, up to ten', () => {
    const slowed = run(NEW_LANE, times(3, overload));
    expect(run(slowed, times(9, success)).limitNow).toBe(1);
    expect(run(slowed, times(10, success)).limitNow).toBe(2);
    expect(run(slowed, [...times(9, success), refusal, ...times(9, success)]).limitNow).toBe(1);
    expect(run(slowed, times(500, success)).limitNow).toBe(MAX_IN_FLIGHT);
  });
});

describe('the breaker', () => {
  test('opens after 5 failures in a row over at least 30 s', () => {
    expect(run(NEW_LANE, times(5, overload), 7_000).breakerOpen).toBe(false);
    const open = run(NEW_LANE, times(5, overload), 7_500);
    expect(open).toMatchObject({ breakerOpen: true, breakerOpens: 1 });
    expect(open.blockedUntil).toEqual(new Date(START + 30_000 + OPEN_MS));
  });

  test('opens when 16 of the last 20 failed, however quickly', () => {
    const mixed = [...times(4, success), ...times(16, refusal)];
    expect(run(NEW_LANE, mixed.slice(0, 19)).breakerOpen).toBe(false);
    expect(run(NEW_LANE, mixed).breakerOpen).toBe(true);
    expect(run(NEW_LANE, [...times(5, success), ...times(15, refusal)]).breakerOpen).toBe(false);
  });

  test('doubles with every failed probe up to 15 times, and ignores what was in flight', () => {
    let lane = run(NEW_LANE, times(20, overload));
    expect(run(lane, [overload]).blockedUntil).toEqual(lane.blockedUntil);
    const minutes: number[] = [];
    for (let probe = 0; probe < 6; probe++) {
      const now = lane.blockedUntil as Date;
      lane = afterAttempt(lane, overload, now, OPEN_MS);
      minutes.push(((lane.blockedUntil as Date).getTime() - now.getTime()) / OPEN_MS);
    }
    expect(minutes).toEqual([2, 4, 8, 15, 15, 15]);
  });

  test('closes with one success and ramps up from one at a time', () => {
    const open = run(NEW_LANE, times(20, overload));
    const closed = run(open, [success], 0, START + OPEN_MS);
    expect(closed).toMatchObject({ breakerOpen: false, breakerOpens: 0, blockedUntil: null, limitNow: 1 });
    expect(run(closed, times(9, success)).limitNow).toBe(2);
    expect(run(closed, times(4, refusal)).breakerOpen).toBe(false);
  });
});

describe('slow lanes', () => {
  test('are those that are down to one, or usually take more than two seconds', () => {
    const lingering: LaneOutcome = { ok: true, overload: false, durationMs: 5_000 };
    expect(isSlow(NEW_LANE)).toBe(false);
    expect(isSlow(run(NEW_LANE, times(3, overload)))).toBe(true);
    expect(isSlow(run(NEW_LANE, [lingering]))).toBe(true);
    expect(isSlow(run(NEW_LANE, [lingering, ...times(20, success)]))).toBe(false);
    expect(isSlow(run(NEW_LANE, [...times(10, success), lingering]))).toBe(false);
  });
});
