import type { RequiredRight } from './scopes';

/** Every machine-readable error code of the API and the HTTP status it is sent with, unless {@link ApiError} has another. */
export const ERROR_STATUS = {
  validation_failed: 400,
  invalid_json: 400,
  missing_field: 400,
  invalid_value: 400,
  invalid_date: 400,
  invalid_url: 400,
  duplicate_review: 400,
  duplicate_source: 400,
  duplicate_tag: 400,
  duplicate_group: 400,
  default_source: 400,
  unknown_source: 400,
  source_not_allowed: 400,
  cursor_incomplete: 400,
  bulk_empty: 400,
  bulk_too_large: 400,
  oauth_required: 400,
  dashboard_only: 400,
  subdomain_required: 400,
  request_not_pending: 400,
  schedule_conflict: 400,
  invalid_recipient: 400,
  settings_in_use: 400,
  unknown_variable: 400,
  email_taken: 400,
  weak_password: 400,
  already_set_up: 400,
  unsupported_language: 400,
  invalid_credentials: 400,
  two_factor_required: 400,
  missing_key: 401,
  invalid_key: 401,
  key_expired: 401,
  api_disabled: 401,
  session_ended: 401,
  channel_limit_reached: 402,
  plan_limit_reached: 402,
  invite_credits_exhausted: 402,
  plan_feature_missing: 402,
  forbidden: 403,
  address_not_allowed: 403,
  proof_required: 403,
  not_found: 404,
  unknown_channel_type: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_in_progress: 409,
  forwarding_paused: 409,
  fuse_decided: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  profile_not_valid: 422,
  profile_check_timeout: 422,
  webhook_url_invalid: 422,
  unknown_event: 422,
  duplicate_webhook: 422,
  webhook_limit_reached: 422,
  widget_limit_reached: 422,
  key_limit_reached: 422,
  missing_widget_type: 422,
  unknown_widget_type: 422,
  invalid_setting: 422,
  rate_limited: 429,
  refresh_too_soon: 429,
  refresh_queued: 429,
  discovery_limit_reached: 429,
  ai_cooldown: 429,
  ai_daily_cap_reached: 429,
  internal_error: 500,
  upstream_unavailable: 503,
  overloaded: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One fault of a request. `field` is a path such as `parts[1].size`. */
export interface FieldError {
  field: string;
  msg: string;
}

/** Extra fields of an error body. All of them reach the client unchanged. */
export interface ErrorDetails {
  /** The field at fault, as the client spelled it. */
  field?: string;
  /** Every field at fault, if there are several. */
  errors?: FieldError[];
  /** What a 403 demands. */
  required?: RequiredRight;
  [extra: string]: unknown;
}

/**
 * An error for the client. `msg` is one English sentence that names the field and the fix. Any other error becomes a bare
 * 500 `internal_error`.
 */
export class ApiError extends Error {
  /** `status` differs from that of the code only where an operation documents another one. */
  constructor(
    readonly code: ErrorCode,
    msg: string,
    readonly details: ErrorDetails = {},
    readonly status: number = ERROR_STATUS[code],
  ) {
    super(msg);
    this.name = 'ApiError';
  }
}

/**
 * Returns `404 not_found` for an object that does not exist or belongs to another tenant. `caller` is the tenant that asks:
 * who manages the whole account sees what belongs to it, every other caller only what belongs to its sub account.
 */
export function notFound(what: string, id: number, caller: { main: boolean } = { main: false }): ApiError {
  const owner = caller.main ? 'account' : 'sub account';
  return new ApiError('not_found', `No ${what} with id ${id} belongs to this ${owner}.`);
}
