import { ApiError } from '@plaudit/contracts';
import { readBulkItems, readBulkList, readItem } from '@plaudit/runtime';
import { type Addition, readAddition } from './addition';
import { InviteCreateInput } from './additions.dto';

/** The body of POST /invite/requests/add_bulk, read. An item that cannot be read is the error of POST /invite/requests/add. */
export interface ReadBulk {
  items: readonly (Addition | ApiError)[];
  validateOnly: boolean;
}

/** Reads the body of POST /invite/requests/add_bulk. Throws 400 if the list itself or `settings_id` is not valid. */
export async function readBulk(body: object, now: Date): Promise<ReadBulk> {
  const { items, validateOnly } = readBulkList(body, { field: 'requests', item: 'request' });
  const settingsId = readSettingsId(body);
  const read = await readBulkItems(items, (item, index) => {
    const addition = readAddition(readItem(InviteCreateInput, item), now, index);
    return { ...addition, settingsId: addition.settingsId ?? settingsId };
  });
  return { items: read, validateOnly };
}

function readSettingsId(body: object): number | null {
  const { settings_id: id } = body as { settings_id?: unknown };
  if (id === undefined) return null;
  if (Number.isSafeInteger(id) && (id as number) > 0) return id as number;
  throw new ApiError('validation_failed', 'settings_id must be a positive integer.', {
    field: 'settings_id',
  });
}
