import { wireDate, wireDateOrNull } from '@plaudit/contracts';
import type { RequestRow } from './request-rows';
import type { InviteRequestResponse, RequestBasicsResponse } from './requests.responses';

/** A row without the rendered message, which is large and not shown. */
type ShownRow = Omit<RequestRow, 'rendered'>;

/** Returns what a request is, without what happened to it. */
export function requestBasics(row: ShownRow): RequestBasicsResponse {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    name: row.name,
    recipient: row.recipient,
    schedule: wireDate(row.schedule),
    parent_id: row.parent_id,
    step: row.step,
    data: row.data,
  };
}

/** Returns a request as the API shows it. */
export function requestResponse(row: ShownRow): InviteRequestResponse {
  return {
    ...requestBasics(row),
    send_at: wireDateOrNull(row.send_at),
    settings_id: row.settings_id,
    channels: row.channels,
    reference: row.reference,
    timezone: row.timezone,
    ...deliveryOf(row),
    open_count: row.open_count,
    click_count: row.click_count,
    created_on: wireDate(row.created_on),
    updated_on: wireDate(row.updated_on),
    sent_on: wireDateOrNull(row.sent_on),
    opened_on: wireDateOrNull(row.opened_on),
    clicked_on: wireDateOrNull(row.clicked_on),
    reviewed_on: wireDateOrNull(row.reviewed_on),
    unsubscribed_on: wireDateOrNull(row.unsubscribed_on),
    cancelled_on: wireDateOrNull(row.cancelled_on),
    review_id: row.review_id,
  };
}

function deliveryOf(row: ShownRow) {
  const { error_code: code, error_msg: msg } = row;
  return {
    attempts: row.attempts,
    skip_reason: row.skip_reason,
    error: code === null ? null : { code, msg: msg ?? code },
    delivery: row.delivery,
    message_id: row.message_id,
    segments: row.segments,
  };
}
