import { Breaker } from './breaker';

type Outcome = 'succeeded' | 'failed' | 'ignored';

const RESET_MS = 2_000;

function breakerAt(): { time: { now: number }; breaker: Breaker; outcomes(...list: Outcome[]): boolean[] } {
  const time = { now: 1_000_000_000 };
  const breaker = new Breaker(RESET_MS, () => time.now);
  const outcomes = (...list: Outcome[]): boolean[] =>
    list.map((outcome) => {
      const { permits } = breaker;
      if (permits) breaker.begin();
      if (permits && outcome !== 'ignored') breaker[outcome]();
      return permits;
    });
  return { time, breaker, outcomes };
}

const times = (count: number, outcome: Outcome): Outcome[] => Array.from({ length: count }, () => outcome);

describe('Breaker', () => {
  it('opens when more than half of at least five attempts have failed', () => {
    const { breaker, outcomes } = breakerAt();
    expect(outcomes(...times(4, 'failed'))).not.toContain(false);
    expect(breaker.isOpen).toBe(false);
    outcomes('failed');
    expect(breaker.isOpen).toBe(true);
    expect(outcomes('succeeded')).toEqual([false]);
  });

  it('stays closed while half of the attempts succeed', () => {
    const { breaker, outcomes } = breakerAt();
    for (let i = 0; i < 50; i += 1) outcomes('succeeded', 'failed');
    expect(breaker.isOpen).toBe(false);
    outcomes('failed');
    expect(breaker.isOpen).toBe(true);
  });

  it('counts an attempt without an outcome as neither success nor failure', () => {
    const { breaker, outcomes } = breakerAt();
    outcomes(...times(100, 'ignored'), ...times(4, 'failed'));
    expect(breaker.isOpen).toBe(false);
    outcomes('failed');
    expect(breaker.isOpen).toBe(true);
  });

  it('forgets attempts that are ten seconds old', () => {
    const { breaker, outcomes, time } = breakerAt();
    outcomes(...times(100, 'succeeded'), ...times(4, 'failed'));
    time.now += 9_999;
    outcomes('failed');
    expect(breaker.isOpen).toBe(false);
    time.now += 1;
    outcomes(...times(4, 'failed'));
    expect(breaker.isOpen).toBe(false);
    outcomes('failed');
    expect(breaker.isOpen).toBe(true);
  });

  it('forgets all attempts after an idle hour and when the clock is set back by an hour', () => {
    for (const leap of [3_600_000, -3_600_000]) {
      const { breaker, outcomes, time } = breakerAt();
      outcomes(...times(100, 'succeeded'), ...times(4, 'failed'));
      time.now += leap;
      outcomes(...times(4, 'failed'));
      expect(breaker.isOpen).toBe(false);
      outcomes('failed');
      expect(breaker.isOpen).toBe(true);
    }
  });

  it('lets one attempt through after a while, and closes when that succeeds', () => {
    const { breaker, outcomes, time } = breakerAt();
    outcomes(...times(5, 'failed'));
    time.now += RESET_MS - 1;
    expect(breaker.permits).toBe(false);
    time.now += 1;
    expect(breaker.permits).toBe(true);
    breaker.begin();
    expect(breaker.permits).toBe(false);
    expect(breaker.isOpen).toBe(true);
    breaker.succeeded();
    expect(outcomes(...times(4, 'failed'), 'succeeded')).not.toContain(false);
    expect(breaker.isOpen).toBe(false);
  });

  it('permits a trial at once when the clock is set back by an hour', () => {
    const { breaker, outcomes, time } = breakerAt();
    outcomes(...times(5, 'failed'));
    time.now -= 3_600_000;
    expect(outcomes('succeeded', 'succeeded')).toEqual([true, true]);
    expect(breaker.isOpen).toBe(false);
  });

  it.each(['failed', 'ignored'] as const)(
    'permits the next trial two seconds after one that %s',
    (outcome) => {
      const { breaker, outcomes, time } = breakerAt();
      outcomes(...times(5, 'failed'));
      time.now += RESET_MS;
      expect(outcomes(outcome)).toEqual([true]);
      time.now += RESET_MS - 1;
      expect(outcomes('succeeded')).toEqual([false]);
      time.now += 1;
      expect(outcomes('succeeded', 'succeeded')).toEqual([true, true]);
      expect(breaker.isOpen).toBe(false);
    },
  );

  it('stays open when an attempt succeeds that began before it opened', () => {
    const { breaker, outcomes, time } = breakerAt();
    breaker.begin();
    outcomes(...times(5, 'failed'));
    time.now += 1_000;
    breaker.succeeded();
    expect(breaker.isOpen).toBe(true);
  });
});
