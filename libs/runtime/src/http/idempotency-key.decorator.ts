import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ApiError } from '@plaudit/contracts';
import type { IdempotencyScope, ReplayableOutcome } from '@plaudit/database';
import type { FastifyReply } from 'fastify';
import type { PrincipalRequest } from '../principal/scoped.decorator';

/**
 * The scope of the client's Idempotency-Key, or null if the client sent none. Use with {@link AcceptsIdempotencyKey}.
 */
export const IdempotencyKey = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  scopeOf(context.switchToHttp().getRequest<PrincipalRequest>()),
);

/** Documents the header on an operation. */
export function AcceptsIdempotencyKey(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      example: 'import-2026-01-31-17',
      description: 'A repeat with the same key within 24 hours returns the first response.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
  );
}

function scopeOf(request: PrincipalRequest): IdempotencyScope | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) {
    throw new ApiError('invalid_value', 'Idempotency-Key must have 1 to 255 characters.', {
      field: 'Idempotency-Key',
    });
  }
  if (!request.principal) throw new Error('@IdempotencyKey needs a principal; the operation is @Open');
  return {
    subAccountId: request.principal.sub_account_id,
    method: request.method,
    path: request.url.split('?')[0] as string,
    key,
  };
}

/** Sets the status and the Idempotency-Replayed header of the outcome. Returns the body to send. */
export function replyOnce<Body>(reply: FastifyReply, outcome: ReplayableOutcome<Body>): Body {
  void reply.code(outcome.status);
  if (outcome.replayed) void reply.header('Idempotency-Replayed', 'true');
  return outcome.body;
}
