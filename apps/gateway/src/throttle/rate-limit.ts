import { ApiError } from '@plaudit/contracts';
import type { ThrottleDecision } from '@plaudit/runtime';
import type { FastifyReply } from 'fastify';

/** The error 429 `rate_limited`, with the decision that the response headers describe. */
export class RateLimitedError extends ApiError {
  constructor(
    msg: string,
    readonly decision: ThrottleDecision,
  ) {
    super('rate_limited', msg, { retry_after_seconds: decision.retryAfterSeconds });
    this.name = 'RateLimitedError';
  }
}

/** Sets the RateLimit headers, on every response to a request that the throttle of keys and users counted or any throttle refused. */
export function setLimitHeaders(
  { limit, remaining, resetSeconds }: ThrottleDecision,
  reply: FastifyReply,
): void {
  void reply.headers({
    'RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset': resetSeconds,
  });
}
