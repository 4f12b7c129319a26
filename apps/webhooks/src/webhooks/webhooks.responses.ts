import { ApiProperty } from '@nestjs/swagger';
import { WEBHOOK_DISABLE_REASONS } from '@plaudit/contracts';
import { MakerResponse } from '@plaudit/runtime';
import { WEBHOOK_EVENTS } from '../fan-out/notification';
import type { DisabledReason, WebhookFormat } from './webhook.entity';

const HEALTH_STATES = ['new', 'healthy', 'failing', 'paused', 'disabled'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

const DATE = '2026-09-20 02:40:01';

/** The `{id}` of the paths. */
export const WEBHOOK_ID = {
  name: 'id',
  description: 'The id of a webhook, from GET /webhooks/get',
  example: 7,
};

export class WebhookHealthResponse {
  @ApiProperty({
    enum: HEALTH_STATES,
    example: 'healthy',
    description:
      'new: nothing was sent yet, or nothing since you resumed the webhook or changed its url; healthy: the last attempt succeeded; failing: the last attempt failed; paused: you switched the webhook off; disabled: it was switched off because of its endpoint, or because its maker was removed.',
  })
  state: HealthState;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'The number of failed attempts since the last success.',
  })
  consecutive_failures: number;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'When the current series of failures began, UTC; null if the last attempt succeeded.',
  })
  failing_since: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: DATE,
    description: 'When the endpoint last answered with a 2xx status, UTC; null if it never did.',
  })
  last_success_on: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'When an attempt last failed, UTC; null if none has failed.',
  })
  last_failure_on: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 200,
    description: 'The HTTP status of the last attempt; null if there was no response.',
  })
  last_status_code: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The `error_code` of the last attempt; null if it succeeded.',
  })
  last_error_code: string | null;
}

export class WebhookResponse {
  @ApiProperty({ type: 'integer', example: 7, description: 'The id that the other operations take.' })
  id: number;
  @ApiProperty({
    example: 'https://hooks.example.com/reviews',
    description: 'The URL that events are sent to, normalised.',
  })
  url: string;
  @ApiProperty({
    isArray: true,
    enum: WEBHOOK_EVENTS,
    example: ['review.created'],
    description: 'The events that are sent, in the order in which they were given.',
  })
  events: string[];
  @ApiProperty({
    example: true,
    description: 'False while the webhook is paused or disabled. Nothing is sent then.',
  })
  active: boolean;
  @ApiProperty({
    type: 'integer',
    isArray: true,
    example: [],
    description: 'Only events of these sub accounts are sent; an empty list means no filter.',
  })
  sub_account_ids: number[];
  @ApiProperty({
    type: 'integer',
    isArray: true,
    example: [],
    description: 'Only events of these channels are sent; an empty list means no filter.',
  })
  channel_ids: number[];
  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description:
      'Only reviews with at least this rating are sent, on a scale of five stars; null means no limit.',
  })
  min_rating: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description:
      'Only reviews with at most this rating are sent, on a scale of five stars; null means no limit.',
  })
  max_rating: number | null;
  @ApiProperty({
    example: false,
    description: 'True if the reviews of the first crawl of a channel are not sent.',
  })
  skip_backfill: boolean;
  @ApiProperty({
    enum: ['standard', 'legacy'],
    example: 'standard',
    description: 'legacy: the webhook was created in the dashboard; standard: with an API key.',
  })
  format: WebhookFormat;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'CRM',
    description: 'Your note about the webhook; null if there is none.',
  })
  description: string | null;
  @ApiProperty({
    example: 'whsec_…Hh8=',
    description: 'The last characters of the secret, to tell secrets apart.',
  })
  secret_hint: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Until when deliveries are also signed with the previous secret, UTC; null if they are not.',
  })
  previous_secret_expires_on: string | null;
  @ApiProperty({
    type: MakerResponse,
    nullable: true,
    description:
      'The key or user that added the webhook, or that last resumed it or changed it to send more or elsewhere. The webhook sends only what this maker may read. Null for older webhooks.',
    example: { type: 'key', id: 31, name: 'CRM' },
  })
  created_by: MakerResponse | null;
  @ApiProperty({ example: DATE, description: 'When the webhook was added, UTC.' }) created_on: string;
  @ApiProperty({ example: DATE, description: 'When the webhook was last changed, UTC.' }) updated_on: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'When the webhook was paused or disabled, UTC; null while it is active.',
  })
  paused_on: string | null;
  @ApiProperty({
    enum: ['manual', ...WEBHOOK_DISABLE_REASONS],
    nullable: true,
    example: null,
    description:
      'manual: you switched the webhook off; maker_removed: the key or user of `created_by` was removed or may no longer read what it sends; failing, gone, blocked: it was switched off because of its endpoint; null while it is active.',
  })
  disabled_reason: DisabledReason | null;
  @ApiProperty({ type: WebhookHealthResponse, description: 'The health of the endpoint.' })
  health: WebhookHealthResponse;
}

export class WebhookWithPendingResponse extends WebhookResponse {
  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'The number of deliveries that are waiting or in flight.',
  })
  pending: number;
}

/** The health of an endpoint before anything was sent to it. */
const NEW_HEALTH = {
  state: 'new',
  consecutive_failures: 0,
  failing_since: null,
  last_success_on: null,
  last_failure_on: null,
  last_status_code: null,
  last_error_code: null,
};

export class CreatedWebhookResponse extends WebhookResponse {
  @ApiProperty({
    type: WebhookHealthResponse,
    description: 'The health of the endpoint.',
    example: NEW_HEALTH,
  })
  declare health: WebhookHealthResponse;
  @ApiProperty({
    example: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    description: 'The secret that signs every delivery. Store it: no other response shows it.',
  })
  secret: string;
}

export class RotatedWebhookResponse extends WebhookResponse {
  @ApiProperty({
    example: 'whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eA=',
    description: 'The new secret. Store it: no other response shows it.',
  })
  secret: string;
}

export class WebhookListResponse {
  @ApiProperty({ type: [WebhookResponse], description: 'The webhooks that the key may see.' })
  webhooks: WebhookResponse[];
}
