import { UNLEASED, UNSENT } from '../lifecycle/sequence';
import type { Transition } from '../lifecycle/transition';
import type { RequestStatus } from '../requests/request';
import type { RequestChange, RequestRow } from '../requests/request-rows';
import { nextInWindow } from '../schedule/send-window';
import type { SendWindow } from '../settings/invite-settings';
import { retryDelayMs } from './retry-delays';

interface Fault {
  code: string;
  msg: string;
}

interface Deferral extends Fault {
  /** The earliest time that the provider names. */
  retryAfterMs?: number;
  /** Nobody knows whether it was taken. */
  isUnconfirmed?: boolean;
}

/** Returns what a message becomes after it was sent. `fault` says why nobody knows whether it was taken. */
export function afterSending(
  row: RequestRow,
  at: Date,
  sent: { provider: string; providerId: string | null; fault: Fault | null },
): Transition {
  const { provider, providerId, fault } = sent;
  return {
    row,
    change: {
      ...UNLEASED,
      status: statusOf(row) ?? 'sent',
      sent_on: at,
      send_at: null,
      due_at: null,
      delivery: fault ? 'unconfirmed' : 'confirmed',
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
      },
    ],
    stage: 'sent',
    at,
  };
}

/** Returns what a message becomes that is sent again later. Returns null if this was its last attempt. */
export function afterDeferral(
  row: RequestRow,
  at: Date,
  window: SendWindow,
  fault: Deferral,
): Transition | null {
  const { code, msg, retryAfterMs = 0, isUnconfirmed = false } = fault;
  const change = endedChange(row) ?? laterChange(row, at, window, retryAfterMs);
  if (change === null) return null;
  return {
    row,
    change: {
      ...UNSENT,
      ...change,
      error_code: code,
      error_msg: msg,
      ...(isUnconfirmed && { delivery: 'unconfirmed' }),
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

/** Returns null unless something ended the message while it was in flight. */
function endedChange(row: RequestRow): RequestChange | null {
  const status = row.deleted_on ? 'cancelled' : statusOf(row);
  return status && { status, send_at: null };
}

function laterChange(
  row: RequestRow,
  at: Date,
  window: SendWindow,
  retryAfterMs: number,
): RequestChange | null {
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
