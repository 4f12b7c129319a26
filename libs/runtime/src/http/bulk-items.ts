import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiError, dropUnknown, isSurelyValid } from '@plaudit/contracts';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { assertCleanText } from './clean-text';
import { toApiError } from './validation';

interface BulkConfig {
  itemsIn?: string;
}

/**
 * The body's list of this name reaches the operation unread, so that one bad item does not refuse all the others; the
 * operation reads each with {@link readItem}. The rest of the body is checked as ever.
 */
export function ReadsItems(field: string): MethodDecorator {
  return RouteConfig({ itemsIn: field } satisfies BulkConfig);
}

/** ApiErrors what no text of a body may have, except in the items of an operation that reads them itself. */
export function assertCleanBody(body: object, request: FastifyRequest): void {
  const { itemsIn } = request.routeOptions.config as BulkConfig;
  const own = itemsIn !== undefined && Array.isArray((body as Record<string, unknown>)[itemsIn]);
  assertCleanText(own ? { ...body, [itemsIn]: null } : body);
}

/** An item of a list as its DTO, by the very rules of a whole body of that DTO; throws the same ApiError. */
export function readItem<T extends object>(type: new () => T, plain: unknown): T {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    throw new ApiError('validation_failed', 'The item must be an object.');
  }
  assertCleanText(plain);
  const item = plainToInstance(type, plain);
  if (isSurelyValid(item)) {
    dropUnknown(item);
    return item;
  }
  const errors = validateSync(item, { whitelist: true, forbidUnknownValues: false });
  if (errors.length > 0) throw toApiError(errors);
  return item;
}
