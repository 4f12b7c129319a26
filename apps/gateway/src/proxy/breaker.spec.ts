import { Breaker, type Outcome } from './breaker';

const RULE = { minAttempts: 5, failedShare: 0.5, resetMs: 2_000 };

function breakerAt(): { time: { now: number }; breaker: Breaker; outcomes(...list: Outcome[]): boolean[] } {
  const time = { now: 1_000_000_000 };
  const breaker = new Breaker(RULE, () => time.now);
  const outcomes = (...list: Outcome[]): boolean[] =>
    list.map((outcome) => {
      const leave = breaker.enter();
      if (leave) breaker.leave(leave, outcome);
      return leave !== null;
    });
  return { time, breaker, outcomes };
}

const times = (count: number, outcome: Outcome): Outcome[] => Array.from({ length: count }, () => outcome);

describe('a breaker', () => {
  it('opens when more than half of at least five attempts failed', () => {
    const { breaker, outcomes } = breakerAt();
    expect(outcomes(...times(4, 'failed'))).not.toContain(false);
    expect(breaker.isOpen).toBe(false);
    outcomes('failed');
    expect(breaker.isOpen).toBe(true);
    expect(outcomes('answered')).toEqual([false]);
  });

  it('stays closed while half of them are answered', () => {
    const { breaker, outcomes } = breakerAt();
    for (let i = 0; i < 50; i += 1) outcomes('answered', 'failed');
    expect(breaker.isOpen).toBe(false);
    outcomes('failed');
    expect(breaker.isOpen).toBe(true);
  });

  it('takes attempts that say nothing for neither', () => {
    const { breaker, outcomes } = breakerAt();
    outcomes(...times(100, 'unjudged'), ...times(4, 'failed'));
    expect(breaker.isOpen).toBe(false);
    outcomes('failed');
    expect(breaker.isOpen).toBe(true);
  });

  it('forgets what is ten seconds old', () => {
    const { breaker, outcomes, time } = breakerAt();
    outcomes(...times(100, 'answered'), ...times(4, 'failed'));
    time.now += 9_000;
    outcomes('failed');
    expect(breaker.isOpen).toBe(false);
    time.now += 1_000;
    outcomes(...times(3, 'failed'));
    expect(breaker.isOpen).toBe(false);
    outcomes('failed');
    expect(breaker.isOpen).toBe(true);
  });

  it('forgets all after a long silence, and when the clock was set back', () => {
    for (const leap of [3_600_000, -3_600_000]) {
      const { breaker, outcomes, time } = breakerAt();
      outcomes(...times(100, 'answered'), ...times(4, 'failed'));
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
    breaker.leave('trial', 'answered');
    expect(outcomes(...times(4, 'failed'), 'answered')).not.toContain(false);
    expect(breaker.isOpen).toBe(false);
  });

  it('does not stay open for the hour that the clock was set back by', () => {
    const { breaker, outcomes, time } = breakerAt();
    outcomes(...times(5, 'failed'));
    time.now -= 3_600_000;
    expect(outcomes('answered', 'answered')).toEqual([true, true]);
    expect(breaker.isOpen).toBe(false);
  });

  it('opens for as long again when the trial fails', () => {
    const { breaker, outcomes, time } = breakerAt();
    outcomes(...times(5, 'failed'));
    time.now += 2_000;
    outcomes('failed');
    time.now += 1_999;
    expect(outcomes('answered')).toEqual([false]);
    time.now += 1;
    expect(outcomes('answered', 'answered')).toEqual([true, true]);
    expect(breaker.isOpen).toBe(false);
  });

  it('tries again at once when the trial said nothing', () => {
    const { outcomes, time } = breakerAt();
    outcomes(...times(5, 'failed'));
    time.now += 2_000;
    expect(outcomes('unjudged', 'answered', 'answered')).toEqual([true, true, true]);
  });

  it('is not closed, opened for longer or counted up by what began before it opened', () => {
    const { breaker, outcomes, time } = breakerAt();
    const early = [breaker.enter(), breaker.enter(), breaker.enter()];
    outcomes(...times(5, 'failed'));
    time.now += 1_000;
    breaker.leave(early[0] ?? 'attempt', 'answered');
    breaker.leave(early[1] ?? 'attempt', 'failed');
    expect(breaker.isOpen).toBe(true);
    time.now += 1_000;
    expect(breaker.enter()).toBe('trial');
    breaker.leave(early[2] ?? 'attempt', 'failed');
    breaker.leave('trial', 'answered');
    expect(breaker.isOpen).toBe(false);
  });
});
