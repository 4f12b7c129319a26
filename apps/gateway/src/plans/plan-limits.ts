import { ApiError, type PlanLimits } from '@plaudit/contracts';
import { type PlanName, PLANS } from './plans';

/**
 * Returns the limits that apply. The account's own limits replace those of its plan. A sub account's `properties` can
 * only lower the limit.
 */
export function limitsOf(
  plan: PlanName,
  accountLimits: Partial<PlanLimits> | null,
  properties: number | null,
): PlanLimits {
  const limits = { ...PLANS[plan], ...accountLimits };
  if (properties === null || exceeds(properties, limits.properties)) return limits;
  return { ...limits, properties };
}

/** Returns true if `wanted` is more than `limit`. In both, -1 means unlimited. */
export function exceeds(wanted: number, limit: number): boolean {
  if (limit === -1) return false;
  return wanted === -1 || wanted > limit;
}

/** The 402 error for adding one more of `what` than the plan allows. */
export function planLimitReached(what: string, limit: number, used: number): ApiError {
  const msg = `The plan allows ${limit} ${what} and ${used} exist; delete one or choose a larger plan.`;
  return new ApiError('plan_limit_reached', msg, { limit, used });
}
