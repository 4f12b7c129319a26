import type { InviteRequestResponse } from '../requests.responses';

/** The request that the example of POST /invite/requests/add creates. */
export const NEW_REQUEST: InviteRequestResponse = {
  id: 901,
  type: 'email',
  status: 'pending',
  name: 'Noa Bergman',
  recipient: 'noa@example.com',
  schedule: '2026-09-20 07:15:00',
  parent_id: null,
  step: 0,
  data: { order: 'A-17' },
  send_at: '2026-09-20 09:00:00',
  settings_id: 5,
  channels: null,
  reference: null,
  timezone: null,
  attempts: 0,
  skip_reason: null,
  error: null,
  delivery: null,
  message_id: null,
  segments: null,
  open_count: 0,
  click_count: 0,
  created_on: '2026-09-18 07:15:00',
  updated_on: '2026-09-18 07:15:00',
  sent_on: null,
  opened_on: null,
  clicked_on: null,
  reviewed_on: null,
  unsubscribed_on: null,
  cancelled_on: null,
  review_id: null,
};

/** The same request after POST /invite/requests/send. */
export const SENT_REQUEST: InviteRequestResponse = {
  ...NEW_REQUEST,
  status: 'sent',
  send_at: null,
  attempts: 1,
  delivery: 'confirmed',
  message_id: 'inv.901.k3v9x2ab@example.com',
  updated_on: '2026-09-18 08:30:00',
  sent_on: '2026-09-18 08:30:00',
};
