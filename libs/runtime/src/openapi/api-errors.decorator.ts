import { ApiExtension } from '@nestjs/swagger';
import type { ErrorCode } from '@plaudit/contracts';

/** Carries the codes from the operation to {@link withErrorAnswers}, which takes it away. */
export const API_ERRORS = 'x-api-errors';

/**
 * The error codes that an operation has of its own. Those that follow from its form (a key, a body, an id in the path,
 * an Idempotency-Key) are documented without it.
 */
export function ApiErrors(...codes: ErrorCode[]): MethodDecorator {
  return ApiExtension(API_ERRORS, codes);
}
