import type { ActivitySource, NewActivity } from '../activity/activity';
import { isPending, rootIdOf, type SkipReason } from '../requests/request';
import type { RequestChange, RequestRow } from '../requests/request-rows';
import type { Transition } from './transition';

/** A first message and its reminders, locked, in the order of their ids. */
export type Sequence = readonly RequestRow[];

/** What happened, when, and who caused it. */
export interface Cause {
  at: Date;
  source: ActivitySource;
}

/** The columns of a message that will not be sent any more. */
export const ENDED = { due_at: null, send_at: null } as const satisfies RequestChange;

/** The columns of a message that no worker has taken. */
export const UNLEASED = {
  lease_id: null,
  lease_until: null,
  prepared_at: null,
  started_at: null,
} as const satisfies RequestChange;

/** The columns of a message that is taken from its worker before it was sent. Its day does not count it any more. */
export const UNSENT = { ...UNLEASED, counted_day: null } as const satisfies RequestChange;

/** The columns of a message that nobody has and that is made again, with the settings of its next attempt. */
export const UNMADE = { rendered: null, message_id: null, segments: null } as const satisfies RequestChange;

/** A person followed a link. The first time ends the sequence. */
export function afterClick(sequence: Sequence, message: RequestRow, { at, source }: Cause): Transition[] {
  const first = message.clicked_on === null;
  const clicked: Transition = {
    row: message,
    change: { clicked_on: message.clicked_on ?? at, click_count: message.click_count + 1 },
    activity: [{ type: 'clicked', source, at }],
    stage: first ? 'clicked' : null,
    at,
  };
  return [clicked, ...cancelled(otherReminders(sequence, message), { at, source: 'system' })];
}

/** A person opened the mail. */
export function afterOpen(message: RequestRow, { at, source }: Cause): Transition[] {
  return [
    {
      row: message,
      change: { opened_on: message.opened_on ?? at, open_count: message.open_count + 1 },
      activity: [{ type: 'opened', source, at }],
      stage: message.opened_on === null ? 'opened' : null,
      at,
    },
  ];
}

/** The person unsubscribed through this message. A repeat changes nothing. */
export function afterUnsubscription(
  sequence: Sequence,
  message: RequestRow,
  { at, source }: Cause,
): Transition[] {
  const rest = cancelled(otherReminders(sequence, message), { at, source: 'system' });
  if (message.unsubscribed_on) return rest;
  return [
    {
      row: message,
      change: { ...ended(message, 'unsubscribed'), unsubscribed_on: at },
      activity: [{ type: 'unsubscribed', source, at }],
      stage: 'unsubscribed',
      at,
    },
    ...inherited(sequence, message, { status: 'unsubscribed', time: 'unsubscribed_on', at }),
    ...rest,
  ];
}

/** The person wrote a review, or the client says so. A repeat changes nothing. */
export function afterReview(
  sequence: Sequence,
  message: RequestRow,
  { at, source }: Cause,
  { reviewId, detail }: { reviewId: number | null; detail?: NewActivity['detail'] },
): Transition[] {
  const rest = cancelled(otherReminders(sequence, message), { at, source: 'system' });
  if (message.reviewed_on) return rest;
  return [
    {
      row: message,
      change: { ...ended(message, 'reviewed'), reviewed_on: at, review_id: reviewId },
      activity: [{ type: 'reviewed', source, at, ...(detail && { detail }) }],
      stage: 'reviewed',
      at,
    },
    ...inherited(sequence, message, { status: 'reviewed', time: 'reviewed_on', at, review_id: reviewId }),
    ...rest,
  ];
}

/** The message failed for good. */
export function afterFailure(
  sequence: Sequence,
  message: RequestRow,
  { at, source }: Cause,
  { code, msg, type = 'failed' }: { code: string; msg: string; type?: 'failed' | 'bounced' },
): Transition[] {
  return [
    {
      row: message,
      change: {
        ...ENDED,
        status: 'failed',
        failed_on: message.failed_on ?? at,
        error_code: code,
        error_msg: msg,
        ...(isUnbegun(message) ? UNSENT : UNLEASED),
      },
      activity: [{ type, source, status: 'error', at, detail: { code, msg } }],
      stage: message.failed_on === null ? 'failed' : null,
      at,
    },
    ...cancelled(otherReminders(sequence, message), { at, source: 'system' }),
  ];
}

/** Cancels every reminder that is pending. */
export function afterStop(sequence: Sequence, cause: Cause): Transition[] {
  return cancelled(
    sequence.filter(({ parent_id }) => parent_id !== null),
    cause,
  );
}

/** Deletes a first message and cancels its reminders, or deletes one reminder. */
export function afterDeletion(sequence: Sequence, message: RequestRow, cause: Cause): Transition[] {
  const deleted: Transition = {
    row: message,
    change: { ...(isPending(message) ? ENDED : {}), deleted_on: cause.at },
    activity: [],
    stage: null,
    at: cause.at,
  };
  return message.parent_id === null ? [deleted, ...afterStop(sequence, cause)] : [deleted];
}

/**
 * Ends a message that is not sent once more. The person may have it, because the answer to the attempt before is missing, so it
 * counted as sent then.
 */
export function countedAsSent(row: RequestRow, at: Date): Transition {
  const change = { ...ENDED, ...UNSENT, status: 'sent', error_code: null, error_msg: null } as const;
  return { row, change, activity: [], stage: null, at };
}

/**
 * People get no messages any more. Skips those to them that are not sent yet, and cancels the reminders of the same sequences that are
 * for somebody else.
 */
export function afterSuppression(
  messages: readonly RequestRow[],
  isSuppressed: (message: RequestRow) => boolean,
  reason: SkipReason,
  cause: Cause,
): Transition[] {
  const ended = skipped(messages.filter(isSuppressed), reason, cause);
  const sequences = new Set(ended.filter(({ row }) => !row.deleted_on).map(({ row }) => rootIdOf(row)));
  const others = messages.filter(
    (row) => row.parent_id !== null && sequences.has(row.parent_id) && !isSuppressed(row) && !row.deleted_on,
  );
  return [...ended, ...cancelled(others, cause)];
}

/**
 * Cancels those of the messages that are not sent yet. A worker that has taken one, but has not begun to send it, loses its lease and
 * cannot begin any more.
 */
export function cancelled(messages: readonly RequestRow[], { at, source }: Cause): Transition[] {
  return messages.filter(isUnbegun).map((row) =>
    row.sent_on
      ? countedAsSent(row, at)
      : {
          row,
          change: { ...ENDED, ...UNSENT, status: 'cancelled', cancelled_on: at },
          activity: [{ type: 'cancelled', source, at }],
          stage: null,
          at,
        },
  );
}

/** Skips those of the messages that are not sent yet. Like {@link cancelled}, it takes them from their workers. */
function skipped(messages: readonly RequestRow[], reason: SkipReason, { at, source }: Cause): Transition[] {
  return messages.filter(isUnbegun).map((row) =>
    row.sent_on
      ? countedAsSent(row, at)
      : {
          row,
          change: { ...ENDED, ...UNSENT, status: 'skipped', skip_reason: reason },
          activity: [{ type: 'skipped', source, at, detail: { reason } }],
          stage: null,
          at,
        },
  );
}

function isUnbegun({ status, started_at }: RequestRow): boolean {
  return status === 'pending' || (status === 'sending' && started_at === null);
}

/** The first message is not among them: what ends a sequence through a reminder never cancels it. */
function otherReminders(sequence: Sequence, message: RequestRow): RequestRow[] {
  return sequence.filter(({ id, parent_id }) => id !== message.id && parent_id !== null);
}

/**
 * Returns the change of a message that ends with this status. A message in flight keeps its status until the outcome is known. Any
 * other can become reviewed, because the contract says so, but a message that was never sent cannot become unsubscribed.
 */
function ended(row: RequestRow, next: 'unsubscribed' | 'reviewed'): RequestChange {
  const { status } = row;
  const isInFlight = status === 'sending' && !isUnbegun(row);
  if (isInFlight) return {};
  if (next === 'reviewed' || status === 'sent' || isUnbegun(row))
    return { ...ENDED, ...(status === 'sending' && UNSENT), status: next };
  return {};
}

/** The first message takes over what happened through one of its reminders, without an entry or event of its own. */
function inherited(
  sequence: Sequence,
  message: RequestRow,
  {
    status,
    time,
    at,
    ...more
  }: {
    status: 'unsubscribed' | 'reviewed';
    time: 'unsubscribed_on' | 'reviewed_on';
    at: Date;
  } & RequestChange,
): Transition[] {
  const root = sequence.find(({ id }) => id === rootIdOf(message));
  if (!root || root.id === message.id || root[time]) return [];
  return [
    { row: root, change: { ...ended(root, status), ...more, [time]: at }, activity: [], stage: null, at },
  ];
}
