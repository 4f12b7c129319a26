import { refusedAgain, type SendingStop, stopAfter, triedAt } from './sending-stop';

const NOON = new Date('2026-09-20T12:00:00Z');
const MINUTE_MS = 60_000;
const FAULT = { code: 'smtp_relay_refused', msg: '550 relay not permitted' };
const SENDER = { sub_account_id: 4, account_id: 2, sender: 'info@example.com' };

function after(minutes: number): Date {
  return new Date(NOON.getTime() + minutes * MINUTE_MS);
}

function refusals(...ids: number[]) {
  return { ...SENDER, ...FAULT, ids };
}

/** A stop that began at noon with the refusal of message 1, and ended five minutes later. */
function ended(): SendingStop {
  return { ...stopAfter(refusals(1), NOON), ended_on: after(5), failures: 0 };
}

describe('a stop', () => {
  it('has a mail try after 1, 5, 15, 15 … minutes', () => {
    let stop = stopAfter(refusals(1), NOON);
    expect(stop.next_try_on).toEqual(after(1));
    for (const minutes of [5, 15, 15, 15]) {
      const at = stop.next_try_on;
      stop = triedAt(stop, [[1]], at);
      expect(stop.next_try_on.getTime() - at.getTime()).toBe(minutes * MINUTE_MS);
    }
  });

  it('tries with a message that was not refused, else with the one that was refused first', () => {
    const stop = refusedAgain(stopAfter(refusals(3), NOON), refusals(1), after(1));
    expect(triedAt(stop, [[1, 2, 3]], after(1)).probe).toBe(2);
    expect(triedAt(stop, [[1, 3]], after(1)).probe).toBe(3);
    expect(triedAt(refusedAgain(stop, refusals(3), after(2)), [[1, 3]], after(2)).probe).toBe(1);
  });

  it('has its next time to try, also if no message waits', () => {
    const stop = triedAt(stopAfter(refusals(1), NOON), [], after(1));
    expect(stop).toMatchObject({ probe: null, next_try_on: after(6) });
  });

  it('soon tries with another recipient, although the first twenty of thirty are refused', () => {
    const ids = Array.from({ length: 30 }, (_value, place) => place + 1);
    let stop = stopAfter(refusals(1), NOON);
    const tried: number[] = [];
    while (tried.length < 4) {
      stop = triedAt(stop, [ids], NOON);
      tried.push(stop.probe!);
      stop = refusedAgain(stop, refusals(stop.probe!), NOON);
    }
    expect(tried.some((id) => id > 20)).toBe(true);
    expect(new Set(tried).size).toBe(4);
  });

  it('tries with a message of each profile in turn, however many the others have', () => {
    const many = Array.from({ length: 500 }, (_value, place) => place + 10);
    let stop = stopAfter(refusals(1), NOON);
    const tried: number[] = [];
    while (tried.length < 4) {
      stop = triedAt(stop, [[1], many, [2, 3]], NOON);
      tried.push(stop.probe!);
    }
    expect(tried.map((id) => id < 10)).toEqual([false, true, false, true]);
  });

  it('keeps its beginning and its next try when more messages are refused', () => {
    const stop = refusedAgain(stopAfter(refusals(1), NOON), { ...refusals(2), msg: 'Another' }, after(0.5));
    expect(stop).toMatchObject({
      stopped_on: NOON,
      next_try_on: after(1),
      failed_on: after(0.5),
      msg: 'Another',
    });
    expect(stop.ended_on).toBeNull();
  });

  it('remembers no more than the last hundred refused messages', () => {
    const many = Array.from({ length: 250 }, (_value, place) => place);
    const stop = refusedAgain(stopAfter(refusals(...many), NOON), refusals(1_000), NOON);
    expect([stop.refused.length, stop.refused[0], stop.refused.at(-1)]).toEqual([100, 151, 1_000]);
  });
});

describe('a stop that has ended', () => {
  it('does not begin again for a message that was refused before: others were accepted, so it is its own fault', () => {
    expect(refusedAgain(ended(), refusals(1), after(300)).ended_on).toEqual(after(5));
  });

  it('begins again for another message an hour later', () => {
    const stop = refusedAgain(ended(), refusals(2), after(66));
    expect(stop).toMatchObject({ ended_on: null, stopped_on: after(66), next_try_on: after(67), tries: 0 });
  });

  it('begins again at once if the login is refused, which concerns no single recipient', () => {
    const login = { ...refusals(2), code: 'smtp_auth', msg: '530 5.7.0 Authentication required' };
    expect(refusedAgain(ended(), login, after(6))).toMatchObject({ ended_on: null, code: 'smtp_auth' });
  });

  it('begins again within the hour after five refusals in a row only', () => {
    let stop = ended();
    for (const id of [2, 3, 4, 5]) {
      stop = refusedAgain(stop, refusals(id), after(6));
      expect(stop.ended_on).not.toBeNull();
    }
    expect(refusedAgain(stop, refusals(6), after(6)).ended_on).toBeNull();
    expect(refusedAgain({ ...stop, failures: 0 }, refusals(6), after(6)).ended_on).not.toBeNull();
  });
});
