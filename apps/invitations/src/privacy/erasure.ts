import type { InviteType } from '@plaudit/contracts';
import type { Cause } from '../lifecycle/sequence';
import type { Transition } from '../lifecycle/transition';
import { recipientKeyOf } from '../recipients/recipient';
import type { RequestRow } from '../requests/request-rows';

/** A person whose data is erased, as messages of one type reach them. */
export interface ErasedPerson {
  type: InviteType;
  recipient_key: Buffer;
}

/** Takes the place of the words of a mail server, which often repeat the address. */
const ERROR_TEXT = 'The text of this error was erased with the data of the recipient.';

/** Returns the person with this email address or phone number. */
export function personOf(recipient: string): ErasedPerson {
  const type = recipient.includes('@') ? 'email' : 'sms';
  return { type, recipient_key: recipientKeyOf(type, recipient) };
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
