import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@plaudit/contracts';
import { readItem } from '@plaudit/runtime';
import { ReviewCreateInput } from '../reviews/reviews.dto';
import { type Addition, readAddition } from './addition';

/** Most reviews of one request. */
export const MAX_ITEMS = 500;
/** Reading 500 ordinary items takes 40 ms; others are served between two lots of this many. */
const LOT = 50;

/** Body of POST /reviews/add_bulk, as far as it is read at once. */
export interface Bulk {
  items: readonly unknown[];
  validateOnly: boolean;
}

/** The list and the switch of a bulk's body; 400 when either is not what it must be. The items are not looked at. */
export function readBulk(body: object): Bulk {
  const { reviews, validate_only = false } = body as { reviews?: unknown; validate_only?: unknown };
  if (reviews === undefined)
    throw new ApiError('missing_field', 'reviews is required.', { field: 'reviews' });
  if (!Array.isArray(reviews))
    throw new ApiError('validation_failed', 'reviews must be an array.', { field: 'reviews' });
  if (reviews.length === 0)
    throw new ApiError('bulk_empty', 'reviews must hold at least one review.', { field: 'reviews' });
  if (reviews.length > MAX_ITEMS) {
    throw new ApiError(
      'bulk_too_large',
      `reviews must hold at most ${MAX_ITEMS} reviews, not ${reviews.length}; send the rest in another request.`,
      { field: 'reviews' },
    );
  }
  if (typeof validate_only !== 'boolean') {
    throw new ApiError('validation_failed', 'validate_only must be true or false.', {
      field: 'validate_only',
    });
  }
  return { items: reviews as unknown[], validateOnly: validate_only };
}

/** Each item as POST /reviews/add would read it, or what it would refuse it with. */
export async function readItems(items: readonly unknown[], now: Date): Promise<(Addition | ApiError)[]> {
  const read: (Addition | ApiError)[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % LOT === 0) await setImmediate();
    read.push(readOrRefuse(item, now, index));
  }
  return read;
}

function readOrRefuse(item: unknown, now: Date, index: number): Addition | ApiError {
  try {
    return readAddition(readItem(ReviewCreateInput, item), now, index);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
