import { ApiError } from '@plaudit/contracts';
import type { FastifyReply } from 'fastify';
import type { ThrottleDecision } from './token-buckets';

/** The error 429 `rate_limited`, with the decision that the response headers describe. */
export class RateLimitedError extends ApiError {
  constructor(
    msg: string,
    readonly decision: ThrottleDecision,
  ) {
    super('rate_limited', msg);
    this.name = 'RateLimitedError';
  }
}

/** Sets the RateLimit headers, on every response to a request that a key throttle counted. */
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

/** Sets the RateLimit headers and Retry-After, on the response to a request that a throttle refused. */
export function setRefusalHeaders({ decision }: RateLimitedError, reply: FastifyReply): void {
  setLimitHeaders(decision, reply);
  void reply.header('Retry-After', decision.retryAfterSeconds);
}
