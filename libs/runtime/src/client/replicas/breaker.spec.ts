import { Breaker, type Outcome } from './breaker';

const RULE = { minAttempts: 5, failedShare: 0.5, resetMs: 2_000 };

function breakerAt(): { time: { now: number }; breaker: Breaker; outcomes(...list: Outcome[]): boolean[] } {
  const time = { now: 1_000_000_000 };
  const breaker = new Breaker(RULE, () => time.now);
  const outcomes = (...list: Outcome[]): boolean[] =>
    list.map((outcome) => {
      const permit = breaker.enter();
      if (permit) breaker.record(permit, outcome);
      return permit !== null;
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

  it('counts an ignored attempt as neither success nor failure', () => {
    const { breaker, outcomes } = breakerAt();
    outcomes(...times(100, 'ignored'), ...times(4, 'failed'));
    expect(breaker.isOpen).toBe(false);
    outcomes('failed');
    expect(breaker.isOpen).toBe(true);
  });

  it('forgets attempts that are ten seconds old', () => {
    const { breaker, outcomes, time } = breakerAt();
    outcomes(...times(100, 'succeeded'), ...times(4, 'failed'));
    time.now += 9_000;
    outcomes('failed');
    expect(breaker.isOpen).toBe(false);
    time.now += 1_000;
    outcomes(...times(3, 'failed'));
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

  it('lets one attempt through after a while, and closes when that is answered', () => {
    const { breaker, outcomes, time } = breakerAt();
    outcomes(...times(5, 'failed'));
    time.now += 1_999;
    expect(breaker.enter()).toBeNull();
    time.now += 1;
    expect(breaker.enter()).toBe('trial');
    expect(breaker.enter()).toBeNull();
    expect(breaker.isOpen).toBe(true);
    breaker.record('trial', 'succeeded');
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

  it('stays open for another two seconds when the trial fails', () => {
    const { breaker, outcomes, time } = breakerAt();
    outcomes(...times(5, 'failed'));
    time.now += 2_000;
    outcomes('failed');
    time.now += 1_999;
    expect(outcomes('succeeded')).toEqual([false]);
    time.now += 1;
    expect(outcomes('succeeded', 'succeeded')).toEqual([true, true]);
    expect(breaker.isOpen).toBe(false);
  });

  it('permits another trial at once when the outcome of the first is ignored', () => {
    const { outcomes, time } = breakerAt();
    outcomes(...times(5, 'failed'));
    time.now += 2_000;
    expect(outcomes('ignored', 'succeeded', 'succeeded')).toEqual([true, true, true]);
  });

  it('ignores the outcome of attempts that began before it opened', () => {
    const { breaker, outcomes, time } = breakerAt();
    const early = [breaker.enter(), breaker.enter(), breaker.enter()];
    outcomes(...times(5, 'failed'));
    time.now += 1_000;
    breaker.record(early[0] ?? 'attempt', 'succeeded');
    breaker.record(early[1] ?? 'attempt', 'failed');
    expect(breaker.isOpen).toBe(true);
    time.now += 1_000;
    expect(breaker.enter()).toBe('trial');
    breaker.record(early[2] ?? 'attempt', 'failed');
    breaker.record('trial', 'succeeded');
    expect(breaker.isOpen).toBe(false);
  });
});
