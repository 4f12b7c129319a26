import { ApiError } from '@plaudit/contracts';

/** 402 for one more of something than the plan allows. */
export function planLimitReached(what: string, limit: number, used: number): ApiError {
  const msg = `The plan allows ${limit} ${what} and ${used} exist; delete one or choose a larger plan.`;
  return new ApiError('plan_limit_reached', msg, { limit, used });
}
