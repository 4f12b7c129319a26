import { exceeds, limitsOf } from './plan-limits';
import { PLAN_NAMES, PLANS } from './plans';

describe('plans', () => {
  it('have every limit as a whole number, -1 for unlimited', () => {
    for (const name of PLAN_NAMES) {
      expect(Object.keys(PLANS[name])).toHaveLength(8);
      for (const limit of Object.values(PLANS[name]))
        expect(Number.isInteger(limit) && limit >= -1).toBe(true);
    }
  });

  it('grow from trial to enterprise in every limit', () => {
    const order = PLAN_NAMES.map((name) =>
      Object.values(PLANS[name]).map((limit) => (limit === -1 ? Infinity : limit)),
    );
    for (let plan = 1; plan < order.length; plan += 1) {
      order[plan]?.forEach((limit, i) => expect(limit).toBeGreaterThanOrEqual(order[plan - 1]?.[i] ?? 0));
    }
  });

  it('give way to the limits of the account, and for properties to those of the sub account', () => {
    expect(limitsOf('trial', null, null)).toEqual(PLANS.trial);
    expect(limitsOf('trial', { channels: 99 }, null)).toEqual({ ...PLANS.trial, channels: 99 });
    expect(limitsOf('trial', { properties: 9 }, 3)).toEqual({ ...PLANS.trial, properties: 3 });
    expect(limitsOf('enterprise', null, 0).properties).toBe(0);
  });

  it('cap the properties of a sub account: a smaller plan counts at once', () => {
    expect(limitsOf('growth', null, 6).properties).toBe(5);
    expect(limitsOf('growth', null, -1).properties).toBe(5);
    expect(limitsOf('enterprise', null, -1).properties).toBe(-1);
  });
});

it.each([
  [5, 5, false],
  [6, 5, true],
  [-1, 5, true],
  [-1, -1, false],
  [9_999, -1, false],
  [0, 0, false],
  [1, 0, true],
])('%d over a limit of %d: %s', (wanted, limit, over) => expect(exceeds(wanted, limit)).toBe(over));
