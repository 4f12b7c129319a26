export {
  type ClientOptions,
  type KeyClientOptions,
  PlauditClient,
  type ReviewQuery,
  type Schema,
  type SessionClientOptions,
  type WidgetReviewQuery,
  type WidgetSettings,
  type WidgetSettingsInput,
  type WidgetType,
} from './client';
export type { components, operations, paths, webhooks } from './generated/api';
export { idempotencyKey } from './idempotency';
export { PlauditError, type PlauditErrorCode } from './plaudit-error';
export { type RetryOptions } from './retry';
export {
  verifyWebhook,
  type WebhookDelivery,
  type WebhookEvent,
  WebhookSignatureError,
} from './verify-webhook';
