import { isDeepStrictEqual } from 'node:util';
import { ApiError, ownValue, wireDate } from '@plaudit/contracts';
import type { Cause, Sequence } from '../lifecycle/sequence';
import type { Transition } from '../lifecycle/transition';
import { isUnscheduled } from '../queue/unscheduled';
import { authorKeyOf, readRecipient, recipientKeyOf } from '../recipients/recipient';
import { later, readSchedule } from '../schedule/planned-time';
import { nextInWindow, type SendWindow } from '../schedule/send-window';
import { readName } from './fields/input-fields';
import { isPending } from './request';
import type { RequestChange, RequestRow } from './request-rows';
import type { InviteUpdateInput } from './requests.dto';

const SECOND_MS = 1_000;

/** What to change. Fields that are undefined stay. */
export interface WantedUpdate {
  name?: string | null;
  data?: RequestRow['data'];
  recipient?: Pick<RequestRow, 'recipient' | 'recipient_key'>;
  schedule?: Date;
}

/** Returns the fields of an update that differ from the stored ones, which the client may have read and sent back. */
export function withoutStored(row: RequestRow, input: InviteUpdateInput): InviteUpdateInput {
  const { name, recipient, data } = row;
  const stored = { name, recipient, data, schedule: wireDate(row.schedule) };
  const differs = ([field, value]: [string, unknown]): boolean =>
    !isDeepStrictEqual(value, ownValue(stored, field));
  return Object.fromEntries(Object.entries(input).filter(differs)) as InviteUpdateInput;
}

/** Reads an update of a request of this type. Throws 400 for a value that is not allowed. */
export function readUpdate(input: InviteUpdateInput, type: RequestRow['type'], now: Date): WantedUpdate {
  const { name, data, schedule } = input;
  return {
    ...(name !== undefined && { name: readName(name) }),
    ...(data && { data }),
    ...(input.recipient !== undefined && { recipient: recipientOf(input.recipient, type) }),
    ...(schedule !== undefined && { schedule: readSchedule(schedule, now) }),
  };
}

/**
 * Returns how the pending messages of a locked sequence change. Name and data reach the message and its reminders, a new recipient
 * every pending message, a new time the message and those that follow it. Throws 400 if the message is not pending or would
 * be sent before the one that it follows.
 */
export function updateOf(
  sequence: Sequence,
  message: RequestRow,
  wanted: WantedUpdate,
  { window, cause }: { window: SendWindow; cause: Cause },
): Transition[] {
  if (!isChangeable(message)) throw notPending(message);
  const times = wanted.schedule ? timesFrom(sequence, message, wanted.schedule, window) : new Map();
  const texts = textsOf(wanted);
  return sequence.filter(isChangeable).flatMap((row): Transition[] => {
    const change: RequestChange = {
      ...(row.step >= message.step && texts),
      ...(wanted.recipient && { ...wanted.recipient, ...FRESH, ...errorAfter(row) }),
      ...times.get(row.id),
    };
    if (Object.keys(change).length === 0) return [];
    const moved = row.id === message.id && wanted.schedule;
    return [
      {
        row,
        change,
        activity: moved
          ? [
              {
                type: 'rescheduled',
                source: cause.source,
                at: cause.at,
                detail: { schedule: wireDate(moved) },
              },
            ]
          : [],
        stage: null,
        at: cause.at,
      },
    ];
  });
}

/** The message is rendered anew. Nobody has tried a new person yet, or had the message sent to them at once. */
const UNRENDERED = { rendered: null, message_id: null } as const satisfies RequestChange;
const FRESH = {
  ...UNRENDERED,
  manual: false,
  attempts: 0,
} as const satisfies RequestChange;

/** Errors concern the person, except the one that says why the message waits for its sender. */
function errorAfter({ due_at: dueAt }: RequestRow): RequestChange {
  return isUnscheduled(dueAt) ? {} : { error_code: null, error_msg: null };
}

function textsOf({ name, data }: WantedUpdate): RequestChange {
  return {
    ...(name !== undefined && { name, author_key: authorKeyOf(name), ...UNRENDERED }),
    ...(data && { data, ...UNRENDERED }),
  };
}

/**
 * Returns the times of the message and of the reminders after it. A reminder is due when the one before it was sent: it keeps its
 * distance, which the new time of the message changes.
 */
function timesFrom(
  sequence: Sequence,
  message: RequestRow,
  schedule: Date,
  window: SendWindow,
): Map<number, RequestChange> {
  const before = sequence.findLast(({ step, deleted_on }) => step < message.step && !deleted_on);
  const anchor = wholeSeconds(before?.sent_on ?? before?.schedule);
  if (anchor && schedule < anchor) throw tooEarly(anchor);
  const sendAt = nextInWindow(schedule, window, message.timezone);
  const isDue = message.parent_id === null || message.due_at !== null;
  const times = new Map<number, RequestChange>([
    [
      message.id,
      {
        schedule,
        send_at: sendAt,
        due_at: isDue ? sendAt : null,
        manual: false,
        ...(anchor && { step_delay: Math.round((schedule.getTime() - anchor.getTime()) / SECOND_MS) }),
      },
    ],
  ]);
  let previous = { schedule, sendAt };
  for (const row of sequence.filter((one) => one.step > message.step && isPending(one) && !one.deleted_on)) {
    const delay = row.step_delay ?? 0;
    previous = {
      schedule: later(previous.schedule, delay),
      sendAt: nextInWindow(later(previous.sendAt, delay), window, row.timezone),
    };
    times.set(row.id, { schedule: previous.schedule, send_at: previous.sendAt });
  }
  return times;
}

/**
 * Returns how the next reminder changes after a pending one was deleted. If the deleted one was due, the next one is now due at its
 * own distance from the last message that was sent.
 */
export function afterDeletedReminder(
  sequence: Sequence,
  deleted: RequestRow,
  { window, cause }: { window: SendWindow; cause: Cause },
): Transition[] {
  if (deleted.parent_id === null || !isPending(deleted) || deleted.due_at === null) return [];
  const rest = sequence.filter(({ id, deleted_on }) => id !== deleted.id && !deleted_on);
  const before = rest.findLast(({ step, sent_on }) => step < deleted.step && sent_on);
  const next = rest.find((row) => row.step > deleted.step && isPending(row));
  if (!before?.sent_on || !next) return [];
  const schedule = later(before.sent_on, next.step_delay ?? 0);
  const sendAt = nextInWindow(schedule, window, next.timezone);
  return [
    {
      row: next,
      change: { schedule, send_at: sendAt, due_at: sendAt },
      activity: [],
      stage: null,
      at: cause.at,
    },
  ];
}

function recipientOf(text: string, type: RequestRow['type']): WantedUpdate['recipient'] {
  const { recipient } = readRecipient({ recipient: text, type });
  return { recipient, recipient_key: recipientKeyOf(type, recipient) };
}

/** A message that is sent once more because an answer is missing must be the same, so that a server that has both recognises it. */
function isChangeable(row: RequestRow): boolean {
  return isPending(row) && !row.sent_on;
}

function notPending({ status }: RequestRow): ApiError {
  const msg =
    status === 'pending'
      ? 'The request may have been sent, so it cannot be changed any more.'
      : `The request is ${status}; only a pending request can be changed or sent.`;
  return new ApiError('request_not_pending', msg);
}

function tooEarly(anchor: Date): ApiError {
  const msg = `schedule must not be before the message that the reminder follows (${wireDate(anchor)} UTC).`;
  return new ApiError('invalid_date', msg, { field: 'schedule' });
}

/** Clients see whole seconds, and their times are measured from those. */
function wholeSeconds(at: Date | undefined): Date | undefined {
  return at && new Date(Math.floor(at.getTime() / SECOND_MS) * SECOND_MS);
}
