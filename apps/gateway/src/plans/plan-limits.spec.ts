import { exceeds, limitsOf } from './plan-limits';
import { PLAN_NAMES, PLANS } from './plans';

describe('PLANS', () => {
  it('sets all nine limits of every plan to a whole number of at least -1', () => {
    for (const name of PLAN_NAMES) {
      expect(Object.keys(PLANS[name])).toHaveLength(9);
      for (const limit of Object.values(PLANS[name]))
        expect(Number.isInteger(limit) && limit >= -1).toBe(true);
    }
  });

  it('gives every plan at least the limits of the next smaller plan', () => {
    const order = PLAN_NAMES.map((name) =>
      Object.values(PLANS[name]).map((limit) => (limit === -1 ? Infinity : limit)),
    );
    for (let plan = 1; plan < order.length; plan += 1) {
      order[plan]?.forEach((limit, i) => expect(limit).toBeGreaterThanOrEqual(order[plan - 1]?.[i] ?? 0));
    }
  });
});

describe('limitsOf', () => {
  it('prefers the limits of the account, and for properties that of the sub account', () => {
    expect(limitsOf('trial', null, null)).toEqual(PLANS.trial);
    expect(limitsOf('trial', { channels: 99 }, null)).toEqual({ ...PLANS.trial, channels: 99 });
    expect(limitsOf('trial', { properties: 9 }, 3)).toEqual({ ...PLANS.trial, properties: 3 });
    expect(limitsOf('enterprise', null, 0).properties).toBe(0);
  });

  it('never returns more properties than the plan allows', () => {
    expect(limitsOf('growth', null, 6).properties).toBe(5);
    expect(limitsOf('growth', null, -1).properties).toBe(5);
    expect(limitsOf('enterprise', null, -1).properties).toBe(-1);
  });
});

describe('exceeds', () => {
  it.each([
    [false, 5, 5],
    [true, 6, 5],
    [true, -1, 5],
    [false, -1, -1],
    [false, 9_999, -1],
    [false, 0, 0],
    [true, 1, 0],
  ])('returns %s for %d with a limit of %d', (over, wanted, limit) => {
    expect(exceeds(wanted, limit)).toBe(over);
  });
});
