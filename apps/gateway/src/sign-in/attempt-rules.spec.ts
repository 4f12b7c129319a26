import { type AttemptRuleName, waitOf } from './attempt-rules';

const START = Date.parse('2026-11-22T12:00:00Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const at = (ms: number): Date => new Date(START + ms);

/** Tries whenever the rule allows it, until `until`. Returns the seconds between the attempts that were allowed. */
function pauses(rule: AttemptRuleName, until: number): number[] {
  const tried: Date[] = [];
  for (let now = 0; now < until; now += SECOND) if (waitOf(rule, tried, at(now)) === 0) tried.push(at(now));
  return tried.slice(1).map((time, index) => (time.getTime() - tried[index]!.getTime()) / SECOND);
}

describe('the rule for one email from one address', () => {
  it('allows five attempts in any 15 minutes', () => {
    const tried = [0, 1, 2, 3, 4].map((minute) => at(minute * MINUTE));
    expect(waitOf('pair', tried.slice(0, 4), at(4 * MINUTE))).toBe(0);
    expect(waitOf('pair', tried, at(5 * MINUTE))).toBe(10 * MINUTE);
    expect(waitOf('pair', tried, at(15 * MINUTE - 1))).toBe(1);
    expect(waitOf('pair', tried, at(15 * MINUTE))).toBe(0);
    expect(waitOf('pair', [...tried, at(15 * MINUTE)], at(15 * MINUTE))).toBe(MINUTE);
  });

  it('ignores the order in which the attempts were stored', () => {
    const tried = [4, 0, 3, 1, 2].map((minute) => at(minute * MINUTE));
    expect(waitOf('pair', tried, at(5 * MINUTE))).toBe(10 * MINUTE);
  });
});

describe('the rule for one user from all addresses', () => {
  it('lets five attempts pass and then waits twice as long after each one, at most 15 minutes', () => {
    expect(pauses('whole', 70 * MINUTE)).toEqual([1, 1, 1, 1, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('allows at most 110 attempts in a day', () => {
    expect(pauses('whole', 24 * 60 * MINUTE).length).toBeLessThan(110);
  });

  it('lets the owner of the user in at most 15 minutes after the last attempt of a stranger', () => {
    const tried = Array.from({ length: 1_000 }, (_, n) => at(n));
    expect(waitOf('whole', tried, at(999))).toBe(15 * MINUTE);
    expect(waitOf('whole', tried, at(999 + 15 * MINUTE))).toBe(0);
  });

  it('forgets attempts after a day', () => {
    const tried = Array.from({ length: 9 }, () => at(0));
    expect(waitOf('whole', [...tried, at(24 * 60 * MINUTE - 1)], at(24 * 60 * MINUTE))).toBe(0);
  });
});

describe('the rule for mails to one address', () => {
  it('sends at most 40 in a day', () => {
    expect(pauses('mails', 24 * 60 * MINUTE).length).toBeLessThan(40);
  });

  it('delays the next mail no longer than a link works', () => {
    const tried = Array.from({ length: 1_000 }, (_, n) => at(n));
    expect(waitOf('mails', tried, at(999))).toBe(60 * MINUTE);
  });
});

describe('the rules for one address', () => {
  it.each([
    ['linkNetwork', 50],
    ['pageNetwork', 50],
    ['keyNetwork', 300],
  ] as const)('%s allows %i attempts in 15 minutes', (rule, max) => {
    const tried = Array.from({ length: max }, (_, n) => at(n));
    expect(waitOf(rule, tried.slice(1), at(max))).toBe(0);
    expect(waitOf(rule, tried, at(max))).toBeGreaterThan(14 * MINUTE);
  });
});
