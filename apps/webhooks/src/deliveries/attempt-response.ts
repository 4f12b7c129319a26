import { wireDate, wireDateOrNull } from '@plaudit/contracts';
import { maskedSignatures, requestHeaders, USER_AGENT } from '../signing/request-headers';
import type { AttemptRow } from './attempt-log';
import type { AttemptDetailResponse, AttemptResponse, TimingsResponse } from './deliveries.responses';
import { type AttemptError, deliveryStatus, DeliveryState, TRIGGER_NAMES } from './delivery';

/** An attempt with the event that it sent. */
export interface AttemptWithBody extends AttemptRow {
  /** Null if the event is no longer stored. */
  body: Buffer | null;
}

/** Returns an attempt as the API shows it. `scheduled` is the number of attempts of the schedule of retries. */
export function attemptResponse(row: AttemptRow, scheduled: number): AttemptResponse {
  return {
    id: row.id,
    delivery_id: row.delivery_public_id,
    event_id: row.evt_id,
    event: row.event,
    test: row.test,
    trigger: TRIGGER_NAMES[row.trigger] ?? 'event',
    attempt: row.n,
    max_attempts: row.test ? 1 : scheduled,
    status: row.ok ? 'success' : 'failed',
    status_code: row.status_code,
    error_code: row.error_code as AttemptError | null,
    error: row.error === '' ? null : row.error,
    attempted_on: wireDate(row.started_on),
    duration_ms: row.duration_ms,
    timings: row.timings as TimingsResponse | null,
    request_url: row.url,
    response_headers: row.response_headers,
    response_body: row.response_body,
    response_encoding: row.response_encoding,
    response_truncated: row.truncated,
    ...currentState(row),
  };
}

/** Returns an attempt with its request. An event that was too large was not sent. */
export function attemptDetail(row: AttemptWithBody, scheduled: number): AttemptDetailResponse {
  const body = row.error_code === 'payload_too_large' ? null : row.body;
  const { evt_id: eventId, event, delivery_public_id: deliveryId, n: number } = row;
  const signatures = maskedSignatures(eventId, row.started_on);
  return {
    ...attemptResponse(row, scheduled),
    webhook_id: row.webhook_id,
    request_method: 'POST',
    request_headers: {
      ...requestHeaders({ eventId, event, deliveryId, number }, signatures),
      'User-Agent': USER_AGENT,
      ...(body ? { 'Content-Length': String(body.length) } : {}),
    },
    request_body: body?.toString() ?? null,
  };
}

/** Returns the attempt for a key that may not read its event, which the endpoint may have repeated in its response. */
export function withoutContent<Row extends AttemptRow>(row: Row): Row {
  const content = { response_headers: null, response_body: null, response_encoding: null };
  return { ...row, ...content, ...('body' in row ? { body: null } : {}) };
}

/** A test call, or a delivery that was purged, ended as its attempt did. */
function currentState(row: AttemptRow): Pick<AttemptResponse, 'delivery_status' | 'next_attempt_on'> {
  if (row.state === null) return { delivery_status: row.ok ? 'delivered' : 'dropped', next_attempt_on: null };
  const isScheduled = row.state === DeliveryState.pending && !row.paused;
  return {
    delivery_status: deliveryStatus(row.state, row.attempts ?? 0, row.paused),
    next_attempt_on: isScheduled ? wireDateOrNull(row.next_attempt_at) : null,
  };
}
