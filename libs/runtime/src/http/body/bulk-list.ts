import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@plaudit/contracts';

/** The most items of one request, unless the operation names another number. */
export const MAX_BULK_ITEMS = 500;
/** Reading 500 ordinary items takes 40 ms. Other requests are served after each batch of this size. */
const BATCH = 50;

/** How a bulk operation names its list, and one of the items in it, as in `reviews` and `review`. */
interface ListNames {
  field: string;
  item: string;
}

/** The body of a bulk operation. Its items are not read yet. */
export interface BulkList {
  items: readonly unknown[];
  validateOnly: boolean;
}

/** Returns the list of a bulk operation and its `validate_only`. Throws 400 if one of them is not valid. */
export function readBulkList(body: object, { field, item }: ListNames, maxItems = MAX_BULK_ITEMS): BulkList {
  const { [field]: items, validate_only = false } = body as Record<string, unknown>;
  if (items === undefined) throw new ApiError('missing_field', `${field} is required.`, { field });
  if (!Array.isArray(items)) throw new ApiError('validation_failed', `${field} must be a list.`, { field });
  if (items.length === 0) {
    throw new ApiError('bulk_empty', `${field} must have at least one ${item}.`, { field });
  }
  if (items.length > maxItems) {
    const msg = `${field} must have at most ${maxItems} ${item}s, not ${items.length}; send the rest in another request.`;
    throw new ApiError('bulk_too_large', msg, { field });
  }
  if (typeof validate_only !== 'boolean') {
    throw new ApiError('validation_failed', 'validate_only must be true or false.', {
      field: 'validate_only',
    });
  }
  return { items: items as unknown[], validateOnly: validate_only };
}

/** Reads each item. Returns what `read` returns, or the `ApiError` that it throws. */
export async function readBulkItems<T>(
  items: readonly unknown[],
  read: (item: unknown, index: number) => T,
): Promise<(T | ApiError)[]> {
  const done: (T | ApiError)[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % BATCH === 0) await setImmediate();
    done.push(readOrRefuse(item, index, read));
  }
  return done;
}

function readOrRefuse<T>(
  item: unknown,
  index: number,
  read: (item: unknown, index: number) => T,
): T | ApiError {
  try {
    return read(item, index);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
