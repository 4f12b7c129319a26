import { ERROR_STATUS, type ErrorCode, type ErrorDetails } from '@plaudit/contracts';
import type { ApiExample } from './api-document';

type Sample = readonly [msg: string, details?: ErrorDetails];

/** A realistic message and details for each code. */
const SAMPLES: Readonly<Record<ErrorCode, Sample>> = {
  validation_failed: [
    'text must be a string.',
    { field: 'text', errors: [{ field: 'text', msg: 'text must be a string.' }] },
  ],
  invalid_json: ['The request body is not valid JSON: Unexpected end of JSON input.'],
  missing_field: [
    'from_name is required.',
    { field: 'from_name', errors: [{ field: 'from_name', msg: 'from_name is required.' }] },
  ],
  invalid_value: ['limit must be an integer from 1 to 100.', { field: 'limit' }],
  invalid_date: [
    'posted_on must be a date such as 2026-01-31, 2026-01-31 18:00:00 or 31/01/2026.',
    { field: 'posted_on' },
  ],
  invalid_url: ['post_url must be an http or https URL.', { field: 'post_url' }],
  duplicate_review: [
    'text and from_name are the same as those of review 4711; change one of the two.',
    { field: 'text', existing_id: 4711 },
  ],
  duplicate_source: [
    'name is already the name of source 7; upper and lower case do not count. Use that source or choose another name.',
    { field: 'name', existing_id: 7 },
  ],
  duplicate_tag: [
    'name is already the name of tag 3; upper and lower case do not count. Choose another name, or merge the two tags.',
    { field: 'name', existing_id: 3 },
  ],
  duplicate_group: [
    'name is already the name of property 7; upper and lower case do not count. Use that property or choose another name.',
    { field: 'name', existing_id: 7 },
  ],
  default_source: [
    'Source 5, "Manual", belongs to the reviews that are added without a source; it cannot be renamed, merged or deleted.',
  ],
  unknown_source: [
    'source_id 7 is not a source of this sub account; GET /sources lists them.',
    { field: 'source_id' },
  ],
  source_not_allowed: [
    'source_id can only be set on reviews that do not come from a channel.',
    { field: 'source_id' },
  ],
  cursor_incomplete: [
    'before_ts and before_id must be sent together, as the previous page returned them.',
    { field: 'before_id' },
  ],
  bulk_empty: ['reviews must have at least one review.', { field: 'reviews' }],
  bulk_too_large: [
    'reviews must have at most 500 reviews, not 501; send the rest in another request.',
    { field: 'reviews' },
  ],
  oauth_required: [
    'This platform is connected by signing in to it; get the sign-in URL from POST /public/v1/channels/authorize_url.',
    { field: 'type', authorize_url_path: '/public/v1/channels/authorize_url' },
  ],
  dashboard_only: [
    'Amazon can only be connected with a file of its reviews; send it to POST /channels/import.',
    { field: 'type' },
  ],
  subdomain_required: ['subdomain is required for this platform.', { field: 'subdomain' }],
  request_not_pending: ['Request 901 was sent already; only pending requests can be changed.'],
  schedule_conflict: ['schedule and delay exclude each other; send one of them.', { field: 'schedule' }],
  invalid_recipient: [
    'recipient must be one email address or the number of a mobile phone, such as +33612345678.',
    { field: 'recipient' },
  ],
  settings_in_use: [
    'Settings profile 5 is the default one; make another profile the default before you delete it.',
  ],
  unknown_variable: [
    'settings.subject uses {{nickname}}, which does not exist; use a variable such as {{first_name}}.',
    { field: 'settings.subject' },
  ],
  email_taken: ['This account has a user with this email already; use another.', { field: 'email' }],
  weak_password: ['password must have at least 10 characters.', { field: 'password' }],
  already_set_up: ['This installation is set up already; sign in on /app/sign-in.'],
  unsupported_language: ['language must be one of en, fr, es, pt, de, it.', { field: 'language' }],
  invalid_credentials: ['No user has this email and password; check both.'],
  two_factor_required: [
    'This user has two-factor sign-in; send the code of the authenticator app or a recovery code as code.',
    { field: 'code' },
  ],
  missing_key: [
    'Send your API key with HTTP Basic (an empty username, the key as password) or as "Authorization: Bearer <key>".',
  ],
  invalid_key: ['This API key does not exist or was deleted; check it for typing errors.'],
  key_expired: ['This API key has expired; create a new one.'],
  api_disabled: [
    'The API integration of this account is switched off; an admin of the whole account can switch it on in the dashboard.',
  ],
  session_ended: ['Your session has ended; sign in again.'],
  channel_limit_reached: [
    'This sub account has 1 of the 1 App Store channels that the plan allows; delete one or choose a larger plan.',
    { limit: 1, used: 1, type: 'app_store' },
  ],
  plan_limit_reached: [
    'The plan allows 2 users and 2 exist; delete one or choose a larger plan.',
    { limit: 2, used: 2 },
  ],
  invite_credits_exhausted: [
    'All 300 invitations of this month are used; wait for the next month or choose a larger plan.',
    { limit: 300, used: 300 },
  ],
  plan_feature_missing: [
    'type tripadvisor is not available, because the operator has not set up Tripadvisor on this installation.',
    { field: 'type' },
  ],
  forbidden: [
    'This key does not have the scope channels:write; use a key that has it.',
    { required: 'channels:write' },
  ],
  address_not_allowed: ['This API key may not be used from your IP address.'],
  proof_required: [
    'This change needs your password again; send it to POST /app/session/proof and repeat the request.',
  ],
  not_found: ['No review with id 4711 belongs to this sub account.'],
  method_not_allowed: ['/public/v1/reviews/get takes GET, HEAD, not PATCH.'],
  unknown_channel_type: [
    'There is no channel type "myspace"; GET /channels/types lists them all.',
    { field: 'type' },
  ],
  request_timeout: ['The request body did not arrive within 10 s; send it faster or in smaller parts.'],
  idempotency_in_progress: ['A request with this Idempotency-Key is still under way; try again shortly.'],
  forwarding_paused: [
    'The settings profile is paused, because the key or user that chose its addresses was removed; an admin can take it over.',
  ],
  fuse_decided: [
    'Fuse 12 was decided with suppress true, which cannot be changed; change the suppression list instead.',
    { field: 'suppress' },
  ],
  payload_too_large: ['The request body is larger than 2 MiB; send it in smaller parts.'],
  unsupported_media_type: ['The request body must be sent with Content-Type: application/json.'],
  profile_not_valid: [
    'This is not the address of an app in the App Store; copy it from the page of the app.',
    { field: 'url', reason: 'wrong_address' },
  ],
  profile_check_timeout: [
    'url could not be checked, because Apple App Store did not respond in time. Check the URL, or try again later.',
    { field: 'url' },
  ],
  webhook_url_invalid: ['The url points to an address that is not allowed.', { field: 'url' }],
  unknown_event: [
    '"review.liked" is not an event; events must name one or more of review.created, rating.changed, profile.error, review.updated, review.deleted, invite.sent, invite.clicked, invite.reviewed, invite.unsubscribed, invite.failed.',
    { field: 'events' },
  ],
  duplicate_webhook: ['The webhook with id 7 has this url already; update that one.', { field: 'url' }],
  webhook_limit_reached: ['The plan allows 3 webhooks and 3 exist; delete one.', { limit: 3, used: 3 }],
  widget_limit_reached: ['The plan allows 5 widgets and 5 exist; delete one.', { limit: 5, used: 5 }],
  key_limit_reached: [
    'The account has 100 API keys, and may have 100; delete one.',
    { limit: 100, used: 100 },
  ],
  missing_widget_type: ['type is required; GET /widgets/types lists them all.', { field: 'type' }],
  unknown_widget_type: [
    'There is no widget type "spiral"; GET /widgets/types lists them all.',
    { field: 'type' },
  ],
  invalid_setting: [
    'settings.layout.columns.desktop must be between 1 and 6.',
    { field: 'settings.layout.columns.desktop' },
  ],
  rate_limited: ['This key sends requests too quickly; try again in 3 s.', { retry_after_seconds: 3 }],
  refresh_too_soon: [
    'The channel was refreshed or crawled less than 360 minutes ago; try again in 212 min.',
    {
      queued: false,
      last_checked: '2026-09-20 02:40:11',
      retry_after_minutes: 212,
      retry_after_seconds: 12_720,
    },
  ],
  refresh_queued: [
    'The channel is queued for a crawl already; its reviews appear shortly.',
    { queued: false, last_checked: '2026-09-20 02:40:11', retry_after_minutes: 5, retry_after_seconds: 300 },
  ],
  discovery_limit_reached: [
    'All 30 searches of today are used; try again tomorrow.',
    { limit: 30, used: 30 },
  ],
  ai_cooldown: ['A summary was made a moment ago; try again in 42 s.', { retry_after_seconds: 42 }],
  ai_daily_cap_reached: [
    'All 50 generations of today are used; try again tomorrow.',
    { limit: 50, used: 50 },
  ],
  internal_error: ['Something went wrong on our side; quote the request_id when you report it.'],
  upstream_unavailable: [
    'The reviews service is not available; try again shortly.',
    { retry_after_seconds: 2 },
  ],
  overloaded: ['Too many searches and filters are under way; try again shortly.', { retry_after_seconds: 2 }],
};

const REQUEST_ID = '4a1f6a3e-6f0b-4f0e-9d0a-1f6b2c3d4e5f';

/** Returns an example of the whole response with this code. */
export function errorExample(code: ErrorCode): ApiExample {
  const [msg, details] = SAMPLES[code];
  return { value: { success: false, msg, code, ...details, request_id: REQUEST_ID } };
}

export const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];
