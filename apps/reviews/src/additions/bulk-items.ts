import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@plaudit/contracts';
import { readItem } from '@plaudit/runtime';
import { type Addition, readAddition } from './addition';
import { ReviewCreateInput } from './additions.dto';

/** The most reviews of one request. */
export const MAX_ITEMS = 500;
/** Reading 500 ordinary items takes 40 ms. Other requests are served after each batch of this size. */
const BATCH = 50;

/** The body of POST /reviews/add_bulk, read. An item that cannot be read is the error that POST /reviews/add gives. */
export interface ReadBulk {
  items: readonly (Addition | ApiError)[];
  validateOnly: boolean;
}

/** Reads the body of POST /reviews/add_bulk. Throws 400 if the list itself is not valid. */
export async function readBulk(body: object, now: Date): Promise<ReadBulk> {
  const { items, validateOnly } = readEnvelope(body);
  return { items: await readItems(items, now), validateOnly };
}

function readEnvelope(body: object): { items: readonly unknown[]; validateOnly: boolean } {
  const { reviews, validate_only = false } = body as { reviews?: unknown; validate_only?: unknown };
  if (reviews === undefined)
    throw new ApiError('missing_field', 'reviews is required.', { field: 'reviews' });
  if (!Array.isArray(reviews))
    throw new ApiError('validation_failed', 'reviews must be a list.', { field: 'reviews' });
  if (reviews.length === 0)
    throw new ApiError('bulk_empty', 'reviews must have at least one review.', { field: 'reviews' });
  if (reviews.length > MAX_ITEMS) {
    throw new ApiError(
      'bulk_too_large',
      `reviews must have at most ${MAX_ITEMS} reviews, not ${reviews.length}; send the rest in another request.`,
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

async function readItems(items: readonly unknown[], now: Date): Promise<(Addition | ApiError)[]> {
  const read: (Addition | ApiError)[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % BATCH === 0) await setImmediate();
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
