import { ApiError, type InviteType } from '@plaudit/contracts';
import type { Cause } from '../lifecycle/sequence';
import type { Transition } from '../lifecycle/transition';
import { readRecipient, recipientKeyOf } from '../recipients/recipient';
import type { RequestRow } from '../requests/request-rows';

/** A person whose data is erased, as messages of one type reach them. */
export interface ErasedPerson {
  type: InviteType;
  recipient_key: Buffer;
}

/** Takes the place of the words of a mail server, which often repeat the address. */
const ERROR_TEXT = 'The text of this error was erased with the data of the recipient.';

/**
 * Returns the person with this email address or phone number. Reviews also come with addresses that no invitation can be sent to,
 * which are taken as they are.
 */
export function personOf(given: string): ErasedPerson {
  const { type, recipient } = readOrGiven(given);
  return { type, recipient_key: recipientKeyOf(type, recipient) };
}

function readOrGiven(recipient: string): ReturnType<typeof readRecipient> {
  try {
    return readRecipient({ recipient });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { type: recipient.includes('@') ? 'email' : 'sms', recipient };
  }
}

/** Removes from a request what names or describes the recipient; the hash in `recipient_key` stays. */
export function erased(row: RequestRow, { at, source }: Cause): Transition {
  return {
    row,
    change: {
      name: null,
      author_key: null,
      recipient: '',
      data: {},
      rendered: null,
      ...(row.error_msg !== null && { error_msg: ERROR_TEXT }),
    },
    activity: [{ type: 'erased', source, at }],
    stage: null,
    at,
  };
}
