import { ApiError, parseWireDate } from '@plaudit/contracts';
import { readBulkItems, readBulkList, readItem } from '@plaudit/runtime';
import { readRecipient, recipientKeyOf } from '../recipients/recipient';
import type { InviteType } from '../requests/request';
import { MAX_IMPORTED, SuppressionInput } from './suppressions.dto';

/** A recipient to suppress. */
export interface SuppressedRecipient {
  type: InviteType;
  recipient: string;
  recipient_key: Buffer;
}

/** The body of POST /invite/suppressions/import, read. An entry that cannot be read is its error. */
export interface SuppressionImport {
  entries: readonly (SuppressedRecipient | ApiError)[];
  validateOnly: boolean;
}

/** Reads an address or number. Throws 400 `invalid_recipient`. */
export function readSuppressed(given: SuppressionInput): SuppressedRecipient {
  const { type, recipient } = readRecipient({ ...given, recipient: given.recipient.trim() });
  return { type, recipient, recipient_key: recipientKeyOf(type, recipient) };
}

/** Reads the body of an import. Throws 400 if the list itself is not valid. */
export async function readImport(body: object): Promise<SuppressionImport> {
  const names = { field: 'recipients', item: 'recipient' };
  const { items, validateOnly } = readBulkList(body, names, MAX_IMPORTED);
  const entries = await readBulkItems(items, (item) =>
    readSuppressed(readItem(SuppressionInput, typeof item === 'string' ? { recipient: item } : item)),
  );
  return { entries, validateOnly };
}

/** Reads the beginning of an hour (`YYYY-MM-DD HH:00:00`, UTC). Throws 400 `invalid_value` for a day that does not exist. */
export function readHour(text: string): Date {
  try {
    return parseWireDate(text);
  } catch {
    throw new ApiError('invalid_value', `hour must be a date and hour that exist, which ${text} is not.`, {
      field: 'hour',
    });
  }
}
