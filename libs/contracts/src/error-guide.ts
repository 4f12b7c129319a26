import { ERROR_STATUS, type ErrorCode } from './errors';

type Advice = readonly [meaning: string, remedy: string];

/** What each code means, and what the client does about it. docs/errors.md and the page /docs/errors show it. */
const ERROR_GUIDE: Readonly<Record<ErrorCode, Advice>> = {
  validation_failed: [
    'A field or parameter has a wrong type or form, or several faults were found.',
    'Correct the fields that `errors` lists.',
  ],
  invalid_json: [
    'The body is not JSON.',
    'Send one JSON object, encoded as UTF-8. `msg` says where reading stopped.',
  ],
  missing_field: ['A required field is missing or empty.', 'Send the field that `field` names.'],
  invalid_value: [
    'A field or parameter has a value that is not allowed.',
    'Send a value as `msg` describes it.',
  ],
  invalid_date: [
    'A date cannot be read, or lies outside the allowed years.',
    'Send a date such as `2026-01-31` or `2026-01-31 18:00:00`.',
  ],
  invalid_url: ['A field must hold a web address.', 'Send a complete http or https URL.'],
  duplicate_review: [
    'A review with the same author and text exists.',
    'Change one of the two, or update the review that `existing_id` names.',
  ],
  unknown_source: [
    'The source does not exist in this sub account.',
    'Take an id from `GET /sources`, or add the source first.',
  ],
  duplicate_source: [
    'A source of this name exists in the sub account.',
    'Take the source that `existing_id` names, or merge the two.',
  ],
  duplicate_tag: [
    'A tag of this name exists in the sub account.',
    'Take the tag that `existing_id` names, or merge the two.',
  ],
  duplicate_group: [
    'A property of this name exists in the sub account.',
    'Take the property that `existing_id` names, or choose another name.',
  ],
  default_source: [
    'The default source takes the reviews that name no source, so it stays.',
    'Leave it as it is, or change another source.',
  ],
  source_not_allowed: [
    'A review of a channel cannot be moved to a source.',
    'Leave `source_id` out for reviews that were collected.',
  ],
  cursor_incomplete: [
    'One half of a cursor was sent without the other.',
    'Send `before_ts` and `before_id` together, as the previous page returned them.',
  ],
  bulk_empty: ['The list of a bulk has no items.', 'Send at least one item.'],
  bulk_too_large: ['The list of a bulk is too long.', 'Send the items in several requests of at most 500.'],
  oauth_required: [
    'Profiles of this platform are connected by signing in to the platform.',
    'Send the user to the URL that the operation in `authorize_url_path` returns.',
  ],
  dashboard_only: [
    'The reviews of this platform cannot be crawled. They come from CSV files.',
    'Send a file to `POST /channels/import`.',
  ],
  subdomain_required: ['The platform needs the subdomain of the customer.', 'Send `subdomain`.'],
  request_not_pending: [
    'The invitation request does not wait to be sent any more: it was sent, cancelled or skipped.',
    'Change and send only requests with the status `pending`.',
  ],
  schedule_conflict: ['`schedule` and `delay` exclude each other.', 'Send one of the two fields.'],
  invalid_recipient: [
    'The recipient is neither one email address nor the number of a mobile phone, or does not fit `type`.',
    'Send an address such as `noa@example.com` or a number such as `+33612345678`. A number without `+` needs `country`.',
  ],
  settings_in_use: [
    'The default settings profile cannot be deleted while other profiles exist.',
    'Make another profile the default one first.',
  ],
  unknown_variable: [
    'A text of the settings uses a variable that does not exist.',
    'Remove the variable that `msg` names, or correct its spelling.',
  ],
  email_taken: ['Another user of the account has this email address.', 'Use another address.'],
  weak_password: ['The password is too easy to guess.', 'Choose a longer one. `msg` has the rule.'],
  already_set_up: [
    'The setup link of a new installation was used, or the installation is in use without it.',
    'Sign in on `/app/sign-in`.',
  ],
  unsupported_language: ['The product does not know this language.', 'Use a language that `msg` lists.'],
  invalid_credentials: [
    'The email address or the password is wrong.',
    'Ask the user again. Repeated failures are slowed down.',
  ],
  two_factor_required: [
    'The user has two-factor sign-in, and `code` is missing.',
    'Ask the user for a code of the authenticator app or a recovery code, and send it as `code`.',
  ],
  missing_key: [
    'The request has no API key.',
    'Send the key with HTTP Basic (empty user name, key as password) or as a bearer token.',
  ],
  invalid_key: [
    'The API key or the access token of an app does not exist, or was ended.',
    'Check it for typing errors, or create a new key. An app asks the user for access again.',
  ],
  key_expired: [
    'The date of `expires_on` of the API key has passed, or the hour of an access token.',
    'Create a new key, or get another access token with the refresh token.',
  ],
  api_disabled: [
    'The API integration of the account is switched off, or the account does not allow this app.',
    'Ask an admin of the whole account to switch the API on, or to allow the app, in the settings of the dashboard.',
  ],
  session_ended: [
    'The request of a dashboard page has no session, or the session has ended.',
    'Ask the user to sign in again. API clients send a key to `/public/v1` instead.',
  ],
  channel_limit_reached: [
    'The plan allows no further channel of this type.',
    'Delete a channel, or change the plan. `limit` and `used` have the numbers.',
  ],
  plan_limit_reached: [
    'The plan allows no further object of this kind.',
    'Delete one, or change the plan. `limit` and `used` have the numbers.',
  ],
  invite_credits_exhausted: [
    'All invitations that the plan allows in this month are used.',
    'Wait for the next month, or change the plan. `limit` and `used` have the numbers.',
  ],
  plan_feature_missing: [
    'The plan does not contain this feature, or the operator has not set it up, such as SMS.',
    'Change the plan, or ask the operator.',
  ],
  forbidden: [
    'The key, or the user behind it, lacks a right.',
    'Use a key with the scope, role or right that `required` names.',
  ],
  address_not_allowed: [
    'The key may not be used from the IP address of the client.',
    'Send the request from an address in `allowed_ips`, or change that list.',
  ],
  proof_required: [
    'A signed-in user must prove the password again before this change, once in ten minutes.',
    'Ask the user for the password and the code, send them to `POST /app/session/proof`, and repeat the request.',
  ],
  not_found: [
    'The object or path does not exist, or the object belongs to another account or sub account.',
    'Check the id and the key. Repeating the request does not help.',
  ],
  method_not_allowed: [
    'The path exists, but not with this method.',
    'Send one of the methods that the header `Allow` lists.',
  ],
  unknown_channel_type: ['There is no such platform.', 'Take a type from `GET /channels/types`.'],
  request_timeout: [
    'The body did not arrive within 10 seconds.',
    'Send it faster, or in several smaller requests.',
  ],
  idempotency_in_progress: [
    'The first request with this `Idempotency-Key` has not finished.',
    'Wait a moment and repeat the request with the same key.',
  ],
  forwarding_paused: [
    'What would be used sends data elsewhere, and the key or user that set it up was removed.',
    'Check where it sends. An admin then takes it over: save the AI settings again, or update the settings profile with `take_over`.',
  ],
  fuse_decided: [
    'The fuse was decided in another way before.',
    'Change the suppression list instead: `POST /invite/suppressions/import` adds people, `POST /invite/suppressions/undo` allows them again.',
  ],
  payload_too_large: ['The body is larger than 2 MiB.', 'Send it in several requests.'],
  unsupported_media_type: [
    'The body has another content type than JSON.',
    'Set `Content-Type: application/json`.',
  ],
  profile_not_valid: [
    'The profile does not exist on this platform, cannot be read, or is connected already. `reason` says why: `wrong_address`, `duplicate`, or an `error_code` of channels such as `not_found` and `credentials_invalid`.',
    'Correct the field that `field` names. Open the page of the profile in a browser and copy its address, or copy the key from the platform again.',
  ],
  profile_check_timeout: [
    'The platform did not answer in time, so the profile could not be checked.',
    'Send the request again later. Nothing was stored.',
  ],
  webhook_url_invalid: [
    'The address of a webhook is not allowed.',
    'Use a public https address that your own server answers.',
  ],
  unknown_event: ['There is no such event.', 'Use the names that `msg` lists.'],
  duplicate_webhook: ['Another webhook has the same URL.', 'Update that webhook, or use another URL.'],
  key_limit_reached: ['The account has as many API keys as it may have.', 'Delete a key that nobody uses.'],
  webhook_limit_reached: ['The plan allows no further webhook.', 'Delete one, or change the plan.'],
  widget_limit_reached: ['The plan allows no further widget.', 'Delete one, or change the plan.'],
  missing_widget_type: ['A new widget needs a type.', 'Send a `type` from `GET /widgets/types`.'],
  unknown_widget_type: ['There is no such widget type.', 'Take a type from `GET /widgets/types`.'],
  invalid_setting: [
    'A setting does not exist for this type, or has a value that is not allowed.',
    'Correct the settings that `errors` lists by their paths.',
  ],
  rate_limited: [
    'The key, the account or the client address sends requests too quickly.',
    'Repeat the request after the time in `Retry-After`.',
  ],
  refresh_too_soon: [
    'The channel was crawled a short time ago.',
    'Repeat the request after `retry_after_minutes`.',
  ],
  refresh_queued: [
    'The channel waits for a crawl already.',
    'Do nothing: the reviews appear when the crawl ends.',
  ],
  discovery_limit_reached: ['All searches of today are used.', 'Continue tomorrow.'],
  ai_cooldown: [
    'The previous generation was a moment ago.',
    'Repeat the request after `retry_after_seconds`.',
  ],
  ai_daily_cap_reached: ['All generations of today are used.', 'Continue tomorrow, or change the plan.'],
  internal_error: [
    'The product made an error. Your request was not the cause.',
    'Repeat the request once. If it fails again, report the `request_id`.',
  ],
  upstream_unavailable: [
    'A part of the product does not answer, another change holds the record, or the request took too long.',
    'Repeat the request after the time in `Retry-After`. Narrow a list or search that is always stopped.',
  ],
  overloaded: [
    'Too many requests of this kind are under way.',
    'Repeat the request after the time in `Retry-After`.',
  ],
};

/** What each status means. */
export const STATUS_GUIDE: Readonly<Record<number, string>> = {
  400: 'The request is not valid. `msg` says what to fix.',
  401: 'No valid API key or session, or the API integration is switched off.',
  402: 'The plan does not allow the operation.',
  403: 'The key does not have the required right, or may not be used from the address of the client.',
  404: 'The object does not exist or belongs to another account.',
  405: 'The path exists, but not with this method. The header Allow lists its methods.',
  408: 'The request body did not arrive in time.',
  409: 'The first request with this Idempotency-Key has not finished.',
  413: 'The request body is larger than 2 MiB.',
  415: 'The request body is not JSON.',
  422: 'The request is valid but cannot be carried out.',
  429: 'Too many requests, or a request that came too soon. Try again after the time in Retry-After.',
  500: 'An error on the server. Quote the request_id when you report it.',
  503: 'A part of the product is not available, or the request took too long. Try again after the time in Retry-After.',
};

export interface ErrorSection {
  status: number;
  meaning: string;
  errors: { code: ErrorCode; meaning: string; remedy: string }[];
}

/** Returns all errors, by status. */
export function errorSections(): ErrorSection[] {
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
  const statuses = [...new Set(Object.values(ERROR_STATUS))].sort((a, b) => a - b);
  return statuses.map((status) => ({
    status,
    meaning: STATUS_GUIDE[status] ?? '',
    errors: codes
      .filter((code) => ERROR_STATUS[code] === status)
      .map((code) => ({ code, meaning: ERROR_GUIDE[code][0], remedy: ERROR_GUIDE[code][1] })),
  }));
}

/** Begins the page of the error codes. */
export const ERRORS_INTRODUCTION =
  'Every error response has `success: false`, a sentence in `msg`, one of these codes in `code`, and a `request_id`. Programs should look at `code`: it never changes, and `msg` may.';
