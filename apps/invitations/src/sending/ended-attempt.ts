import { countedAsSent, UNLEASED, UNMADE, UNSENT } from '../lifecycle/sequence';
import type { Transition } from '../lifecycle/transition';
import { UNSCHEDULED } from '../queue/unscheduled';
import type { Delivery, RequestStatus } from '../requests/request';
import type { RequestChange, RequestRow } from '../requests/request-rows';
import { nextInWindow } from '../schedule/send-window';
import type { SendWindow } from '../settings/invite-settings';
import { isKept } from './outcome';
import { retryDelayMs } from './retry-delays';

interface Fault {
  code: string;
  msg: string;
}

interface Deferral extends Fault {
  /** The earliest time that the provider names. */
  retryAfterMs?: number;
}

/**
 * Returns what a message becomes after it was sent. `fault` says why nobody knows whether it was taken; a report of the provider may
 * have come in the meantime. One that is sent once more was counted and published before.
 */
export function afterSending(
  row: RequestRow,
  at: Date,
  sent: { provider: string; providerId: string | null; fault: Fault | null },
): Transition {
  const { provider, providerId, fault } = sent;
  const delivery = deliveryOf(row, sent);
  return {
    row,
    change: {
      ...UNLEASED,
      status: statusOf(row) ?? 'sent',
      sent_on: at,
      send_at: null,
      due_at: null,
      delivery,
      provider,
      provider_id: providerId,
      error_code: null,
      error_msg: null,
    },
    activity: [
      {
        type: 'sent',
        source: sourceOf(row),
        at,
        ...(fault && { status: 'unconfirmed', detail: { code: fault.code, msg: fault.msg } }),
        ...(delivery === 'kept' && { status: 'kept' }),
      },
    ],
    stage: row.sent_on === null ? 'sent' : null,
    at,
  };
}

/**
 * Returns what a message becomes that nobody may have taken and that is sent once more. The person may have it, so it counts as sent
 * from now on, also if the repetition is forbidden later.
 */
export function afterMissingAnswer(
  row: RequestRow,
  at: Date,
  window: SendWindow,
  { provider, fault }: { provider: string; fault: Fault },
): Transition {
  const sent = afterSending(row, at, { provider, providerId: null, fault });
  const isEnded = isDelivered(row) || endedChange(row) !== null;
  const later = isEnded ? null : laterChange(row, at, window);
  if (later === null) return sent;
  const { code, msg } = fault;
  return { ...sent, change: { ...sent.change, ...later, error_code: code, error_msg: msg } };
}

/** Returns what a message becomes that is sent again later. Returns null if this was its last attempt. */
export function afterDeferral(
  row: RequestRow,
  at: Date,
  window: SendWindow,
  fault: Deferral,
): Transition | null {
  const { code, msg, retryAfterMs } = fault;
  const change = endedChange(row) ?? laterChange(row, at, window, retryAfterMs);
  if (change === null) return row.sent_on === null ? null : countedAsSent(row, at);
  return {
    row,
    change: {
      ...UNSENT,
      ...change,
      error_code: code,
      error_msg: msg,
    },
    activity: [
      {
        type: 'deferred',
        source: sourceOf(row),
        status: 'error',
        at,
        detail: { code, msg, attempt: row.attempts },
      },
    ],
    stage: null,
    at,
  };
}

/**
 * Returns what a message becomes whose sender is stopped. It keeps its attempt. Nobody has it, so it is made again with the settings
 * of its next attempt, which may name another sender.
 */
export function afterStop(row: RequestRow, at: Date, { code, msg }: Fault): Transition {
  const waiting = { status: 'pending', due_at: UNSCHEDULED, send_at: null } as const;
  // Most replies have an id of their own, and one mail tries every few minutes.
  const isKnown = row.error_code === code;
  return {
    row,
    change: {
      ...UNSENT,
      ...(endedChange(row) ?? waiting),
      ...(row.sent_on === null && UNMADE),
      attempts: row.attempts - 1,
      error_code: code,
      error_msg: msg,
    },
    activity: isKnown
      ? []
      : [
          { type: 'deferred', source: sourceOf(row), status: 'error', at, detail: { code, msg } },
          { type: 'rescheduled', source: 'scheduler', at, detail: { reason: 'sending_stopped' } },
        ],
    stage: null,
    at,
  };
}

/** A message that is kept reaches nobody, whatever the answer was. */
function deliveryOf(row: RequestRow, sent: { provider: string; fault: Fault | null }): Delivery {
  if (isKept(sent.provider)) return 'kept';
  return sent.fault && !isDelivered(row) ? 'unconfirmed' : 'confirmed';
}

function isDelivered({ delivery }: RequestRow): boolean {
  return delivery === 'confirmed';
}

/** Returns null unless something ended the message while it was in flight. */
function endedChange(row: RequestRow): RequestChange | null {
  const deleted = row.sent_on === null ? 'cancelled' : 'sent';
  const status = row.deleted_on ? deleted : statusOf(row);
  return status && { status, send_at: null };
}

function laterChange(row: RequestRow, at: Date, window: SendWindow, retryAfterMs = 0): RequestChange | null {
  const delayMs = retryDelayMs(row.attempts);
  if (delayMs === null) return null;
  const planned = new Date(at.getTime() + Math.max(delayMs, retryAfterMs));
  const due = nextInWindow(planned, window, row.timezone);
  return { status: 'pending', due_at: due, send_at: due };
}

/** What happened to the message while it was in flight decides its status. */
function statusOf(row: RequestRow): Extract<RequestStatus, 'unsubscribed' | 'reviewed'> | null {
  if (row.unsubscribed_on) return 'unsubscribed';
  return row.reviewed_on ? 'reviewed' : null;
}

/** The transport is the source of what it reports. */
export function sourceOf({ type }: RequestRow): 'smtp' | 'sms' {
  return type === 'email' ? 'smtp' : 'sms';
}
