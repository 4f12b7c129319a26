import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import {
  type CreatingRequest,
  DRY_RUN_METADATA,
  IdempotencyInterceptor,
  type RequestedCreation,
} from './idempotency.interceptor';

interface IdempotentOptions {
  /** The field of the body that is true if the request stores nothing, so that it does not use its key. */
  dryRun?: string;
}

/**
 * Lets clients repeat an operation that creates something with an Idempotency-Key. The operation passes its
 * {@link RequestedCreation} on to the transaction that creates.
 */
export function Idempotent({ dryRun }: IdempotentOptions = {}): MethodDecorator {
  return applyDecorators(
    UseInterceptors(IdempotencyInterceptor),
    SetMetadata(DRY_RUN_METADATA, dryRun),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      example: 'import-2026-01-31-17',
      description:
        'A repeat by the same API key with the same Idempotency-Key within 24 hours returns the first response, whatever its body is.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
  );
}

/** Passes the creation that the request asks for to a parameter of an {@link Idempotent} operation. */
export const Requested = createParamDecorator(
  (_data: unknown, context: ExecutionContext): RequestedCreation => {
    const { creation } = context.switchToHttp().getRequest<CreatingRequest>();
    if (!creation) throw new Error('@Requested needs @Idempotent on the operation');
    return creation;
  },
);
