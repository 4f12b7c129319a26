import type { InviteType } from '@plaudit/contracts';
import type { NewActivity } from '../activity/activity';
import { type Cause, countedAsSent, ENDED, UNSENT } from '../lifecycle/sequence';
import type { Transition } from '../lifecycle/transition';
import { recipientKeyOf } from '../recipients/recipient';
import { isPending } from '../requests/request';
import type { RequestChange, RequestRow } from '../requests/request-rows';
import { skipReasonOf } from '../suppressions/suppression';

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

/**
 * Removes from a request what names or describes the recipient; the hash in `recipient_key` stays. A request that waits is skipped,
 * also one that a worker has taken without having begun to send it: without its lease the worker stops.
 */
export function erased(row: RequestRow, { at, source }: Cause): Transition {
  const waits = isPending(row) || row.status === 'sending';
  return {
    row,
    change: {
      ...(waits && (row.sent_on ? countedAsSent(row, at).change : SKIPPED)),
      name: null,
      author_key: null,
      recipient: '',
      data: {},
      rendered: null,
      ...(row.error_msg !== null && !(waits && row.sent_on) && { error_msg: ERROR_TEXT }),
    },
    activity: [...(waits && !row.sent_on ? [skip(at)] : []), { type: 'erased', source, at }],
    stage: null,
    at,
  };
}

const SKIPPED = {
  status: 'skipped',
  skip_reason: skipReasonOf('erased'),
  ...ENDED,
  ...UNSENT,
} as const satisfies RequestChange;

function skip(at: Date): NewActivity {
  return { type: 'skipped', source: 'system', at, detail: { reason: SKIPPED.skip_reason } };
}
