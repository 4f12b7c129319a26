import type { ApiError } from '@plaudit/contracts';
import { readBulkItems, readBulkList, readItem } from '@plaudit/runtime';
import { type Addition, readAddition } from './addition';
import { ReviewCreateInput } from './additions.dto';

/** The body of POST /reviews/add_bulk, read. An item that cannot be read is the error that POST /reviews/add gives. */
export interface ReadBulk {
  items: readonly (Addition | ApiError)[];
  validateOnly: boolean;
}

/** Reads the body of POST /reviews/add_bulk. Throws 400 if the list itself is not valid. */
export async function readBulk(body: object, now: Date): Promise<ReadBulk> {
  const { items, validateOnly } = readBulkList(body, { field: 'reviews', item: 'review' });
  const read = await readBulkItems(items, (item, index) =>
    readAddition(readItem(ReviewCreateInput, item), now, index),
  );
  return { items: read, validateOnly };
}
