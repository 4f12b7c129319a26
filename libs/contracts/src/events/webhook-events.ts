import { IsIn, IsInt, IsString, Matches } from 'class-validator';
import { Nullable, Optional } from '../field-rules';
import { WIRE_DATE } from '../wire-date';
import { defineEvent } from './define-event';

/**
 * Why a webhook was disabled without its owner: `failing` and `blocked` after days of failures only, `blocked` if the last one was
 * an address that must not be requested, `gone` at once after a 410, `maker_removed` when the key or user that made it was removed
 * or may no longer read what it sends.
 */
export const WEBHOOK_DISABLE_REASONS = ['failing', 'gone', 'blocked', 'maker_removed'] as const;
export type WebhookDisableReason = (typeof WEBHOOK_DISABLE_REASONS)[number];

export class WebhookDisabledPayload {
  @IsInt() id: number;
  /** Origin and path of the endpoint. The query is left out, because it may have a secret. */
  @IsString() url: string;
  @IsIn(WEBHOOK_DISABLE_REASONS) reason: WebhookDisableReason;
  /** Name of the key or email of the user that made it. Only for `maker_removed`. */
  @Optional() @IsString() maker?: string;
  /** Time of the first failure since the last success. For `maker_removed` the same as `disabled_on`. */
  @Matches(WIRE_DATE) failing_since: string;
  /** HTTP status of the last attempt; null if there was no response. */
  @Nullable() @IsInt() last_status: number | null;
  /** Error code of the last attempt, such as `timeout` or `http_error`. For `maker_removed` it is `none`. */
  @IsString() last_error: string;
  @Matches(WIRE_DATE) disabled_on: string;
}

export const webhookDisabled = defineEvent({
  name: 'webhook.disabled',
  version: 1,
  producer: 'webhooks',
  payload: WebhookDisabledPayload,
  summary:
    'A webhook was switched off, because its endpoint failed for days or said that it is gone, or because its maker was removed. A pause by its owner is not announced. The sub account is 0 if the webhook belongs to the whole account.',
  example: {
    id: 17,
    url: 'https://hooks.example.com/reviews',
    reason: 'failing',
    failing_since: '2026-09-15 02:39:26',
    last_status: 503,
    last_error: 'http_error',
    disabled_on: '2026-09-20 02:40:01',
  },
});
