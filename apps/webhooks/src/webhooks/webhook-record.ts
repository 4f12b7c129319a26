import { wireDate, wireDateOrNull } from '@plaudit/contracts';
import type { HealthEntity } from './health.entity';
import type { WebhookEntity } from './webhook.entity';
import type { HealthState, WebhookResponse } from './webhooks.dto';

/** A webhook as the API shows it. The secret is never in it. */
export function toWebhook(webhook: WebhookEntity, health: HealthEntity | null): WebhookResponse {
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    active: webhook.active,
    sub_account_ids: webhook.subAccountIds,
    channel_ids: webhook.channelIds,
    min_rating: webhook.minRating,
    max_rating: webhook.maxRating,
    skip_backfill: webhook.skipBackfill,
    format: webhook.format,
    description: webhook.description,
    secret_hint: webhook.secretHint,
    previous_secret_expires_on: wireDateOrNull(webhook.previousSecretUntil),
    created_on: wireDate(webhook.createdOn),
    updated_on: wireDate(webhook.updatedOn),
    paused_on: wireDateOrNull(webhook.pausedOn),
    disabled_reason: webhook.disabledReason,
    health: {
      state: healthState(webhook, health),
      consecutive_failures: health?.consecutiveFailures ?? 0,
      failing_since: wireDateOrNull(health?.failingSince),
      last_success_on: wireDateOrNull(health?.lastSuccessOn),
      last_failure_on: wireDateOrNull(health?.lastFailureOn),
      last_status_code: health?.lastStatus ?? null,
      last_error_code: health?.lastError ?? null,
    },
  };
}

function healthState(webhook: WebhookEntity, health: HealthEntity | null): HealthState {
  if (!webhook.active) return webhook.disabledReason === 'manual' ? 'paused' : 'disabled';
  if (!health) return 'new';
  return health.consecutiveFailures > 0 ? 'failing' : 'healthy';
}
