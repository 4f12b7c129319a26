import { ApiError, ERROR_STATUS, notFound } from './errors';

/** The list that ends the paper on decisions, word for word. */
const CODES = `400 validation_failed, invalid_json, missing_field, invalid_value, invalid_date, invalid_url, duplicate_review, unknown_source, source_not_allowed, cursor_incomplete, bulk_empty, bulk_too_large, oauth_required, dashboard_only, subdomain_required, request_not_pending, schedule_conflict, invalid_recipient, settings_in_use, unknown_variable, email_taken, weak_password, unsupported_language, invalid_credentials · 401 missing_key, invalid_key, key_expired, api_disabled · 402 channel_limit_reached, plan_limit_reached, invite_credits_exhausted, plan_feature_missing · 403 forbidden · 404 not_found, unknown_channel_type · 409 idempotency_in_progress · 413 payload_too_large · 415 unsupported_media_type · 422 profile_not_valid, webhook_url_invalid, unknown_event, duplicate_webhook, webhook_limit_reached, widget_limit_reached, missing_widget_type, unknown_widget_type, invalid_setting · 429 rate_limited, refresh_too_soon, refresh_queued, discovery_limit_reached, ai_cooldown, ai_daily_cap_reached · 500 internal_error · 503 upstream_unavailable`;

describe('error codes', () => {
  it('are those of the paper, with its statuses', () => {
    const listed = CODES.split(' · ').flatMap((group) => {
      const [status, ...codes] = group.split(/,? /);
      return codes.map((code) => [code, Number(status)]);
    });
    expect(ERROR_STATUS).toEqual(Object.fromEntries(listed));
  });
});

describe('ApiError', () => {
  it('takes its status from its code', () => {
    const error = new ApiError('webhook_limit_reached', 'No more.', { limit: 3 });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 422,
      code: 'webhook_limit_reached',
      message: 'No more.',
      details: { limit: 3 },
    });
  });

  it('carries nothing unless told', () => {
    expect(new ApiError('forbidden', 'No.').details).toEqual({});
  });

  it('says the same of what is missing and of what is somebody else’s', () => {
    expect(notFound('review', 7)).toMatchObject({
      status: 404,
      code: 'not_found',
      message: 'No review with id 7 belongs to this account.',
    });
  });
});
