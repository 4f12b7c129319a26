import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiError, dropUnknown, isSurelyValid, ownValue } from '@plaudit/contracts';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { assertCleanText } from '../input/clean-text';
import { toApiError } from '../input/validation';

interface BulkConfig {
  itemsIn?: string;
}

/**
 * Exempts the items of this list from the checks of the body, so that one invalid item does not refuse the others. The
 * operation checks each item with {@link readItem}. The rest of the body is checked as usual.
 */
export function ReadsItems(field: string): MethodDecorator {
  return RouteConfig({ itemsIn: field } satisfies BulkConfig);
}

/** Applies {@link assertCleanText} to the body, except to the items of a {@link ReadsItems} operation. */
export function assertCleanBody(body: object, request: FastifyRequest): void {
  const { itemsIn } = request.routeOptions.config as BulkConfig;
  const isExempt = itemsIn !== undefined && Array.isArray(ownValue(body as Record<string, unknown>, itemsIn));
  assertCleanText(isExempt ? { ...body, [itemsIn]: null } : body);
}

/**
 * Returns an item of a list as its DTO. Applies the rules of a whole body of that DTO and throws the same `ApiError`.
 */
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
