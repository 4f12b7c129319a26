import { type Principal, wireDate, wireDateOrNull } from '@plaudit/contracts';
import { makerResponse } from '@plaudit/runtime';
import { previousSecretUntil } from '../signing/rotation-rule';
import type { HealthEntity } from './health.entity';
import { makerOfWebhook } from './maker-rules';
import type { WebhookEntity } from './webhook.entity';
import type { HealthState, WebhookResponse } from './webhooks.responses';

/** Returns a webhook as the API shows it at `now` to the viewer, without its secret. */
export function webhookResponse(
  webhook: WebhookEntity,
  health: HealthEntity | null,
  now: Date,
  viewer: Pick<Principal, 'main'>,
): WebhookResponse {
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    active: webhook.active,
    sub_account_ids: webhook.sub_account_ids,
    channel_ids: webhook.channel_ids,
    min_rating: webhook.min_rating,
    max_rating: webhook.max_rating,
    skip_backfill: webhook.skip_backfill,
    format: webhook.format,
    description: webhook.description,
    secret_hint: webhook.secret_hint,
    previous_secret_expires_on: wireDateOrNull(previousSecretUntil(webhook, now)),
    created_by: makerResponse(makerOfWebhook(webhook), viewer),
    created_on: wireDate(webhook.created_on),
    updated_on: wireDate(webhook.updated_on),
    paused_on: wireDateOrNull(webhook.paused_on),
    disabled_reason: webhook.disabled_reason,
    health: {
      state: healthState(webhook, health),
      consecutive_failures: health?.consecutive_failures ?? 0,
      failing_since: wireDateOrNull(health?.failing_since),
      last_success_on: wireDateOrNull(health?.last_success_on),
      last_failure_on: wireDateOrNull(health?.last_failure_on),
      last_status_code: health?.last_status ?? null,
      last_error_code: health?.last_error ?? null,
    },
  };
}

/** Returns true if the last attempt failed and its failure no longer counts. */
function isForgiven(health: HealthEntity): boolean {
  return health.consecutive_failures === 0 && health.last_error !== null;
}

function healthState(webhook: WebhookEntity, health: HealthEntity | null): HealthState {
  if (!webhook.active) return webhook.disabled_reason === 'manual' ? 'paused' : 'disabled';
  if (!health || isForgiven(health)) return 'new';
  return health.consecutive_failures > 0 ? 'failing' : 'healthy';
}
