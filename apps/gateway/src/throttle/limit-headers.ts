import type { FastifyReply } from 'fastify';
import type { RateLimited } from './rate-limited';
import type { Grant } from './token-buckets';

/** What is left to a key, on every answer that cost tokens. */
export function describeLimit(grant: Grant, reply: FastifyReply): void {
  void reply.headers({
    'RateLimit-Limit': grant.limit,
    'RateLimit-Remaining': grant.remaining,
    'RateLimit-Reset': grant.resetSeconds,
  });
}

/** The same of a refusal, and when to come back. */
export function describeRefusal({ grant }: RateLimited, reply: FastifyReply): void {
  describeLimit(grant, reply);
  void reply.header('Retry-After', grant.retryAfterSeconds);
}
