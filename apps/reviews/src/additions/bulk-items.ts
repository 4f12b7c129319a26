import { ApiError } from '@plaudit/contracts';
import { DATE_ORDERS, type DateOrder, readBulkItems, readBulkList, readItem } from '@plaudit/runtime';
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
  const order = orderOf(body);
  const read = await readBulkItems(items, (item, index) => {
    const input = readItem(ReviewCreateInput, item);
    return readAddition(order === undefined ? input : { date_order: order, ...input }, now, index);
  });
  return { items: read, validateOnly };
}

function orderOf(body: object): DateOrder | undefined {
  const { date_order: given } = body as Record<string, unknown>;
  const order = DATE_ORDERS.find((known) => known === given);
  if (order !== undefined || given === undefined) return order;
  const field = 'date_order';
  throw new ApiError('validation_failed', `${field} must be one of ${DATE_ORDERS.join(', ')}.`, { field });
}
