import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { WEBHOOK_EVENTS } from '../fan-out/notification';
import type { DisabledReason, WebhookFormat } from './webhook.entity';

const HEALTH_STATES = ['new', 'healthy', 'failing', 'paused', 'disabled'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

const DATE = '2026-09-20 02:40:01';

/** The `{id}` of the paths. */
export const WEBHOOK_ID = { name: 'id', description: 'A webhook of GET /webhooks/get', example: 7 };

export class WebhookHealthResponse {
  @ApiProperty({
    enum: HEALTH_STATES,
    example: 'healthy',
    description:
      'failing: the last attempt failed; paused: switched off by hand; disabled: switched off by us.',
  })
  state: HealthState;
  @ApiProperty({ type: 'integer', example: 0, description: 'Failed attempts since the last success.' })
  consecutive_failures: number;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Since when no attempt has succeeded, UTC; null while the last one did.',
  })
  failing_since: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: DATE,
    description: 'The last attempt that was answered with 2xx, UTC; null before the first.',
  })
  last_success_on: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The last attempt that failed, UTC; null before the first.',
  })
  last_failure_on: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 200,
    description: 'HTTP status of the last attempt; null when it had no response.',
  })
  last_status_code: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: '`error_code` of the last attempt, as the deliveries have it; null when it succeeded.',
  })
  last_error_code: string | null;
}

export class WebhookResponse {
  @ApiProperty({ type: 'integer', example: 7, description: 'What the other operations take.' }) id: number;
  @ApiProperty({
    example: 'https://hooks.example.com/reviews',
    description: 'Where events are sent, normalised.',
  })
  url: string;
  @ApiProperty({
    isArray: true,
    enum: WEBHOOK_EVENTS,
    example: ['review.created'],
    description: 'What is sent, in the order that was asked for.',
  })
  events: string[];
  @ApiProperty({ example: true, description: 'False while paused or disabled; nothing is sent then.' })
  active: boolean;
  @ApiProperty({
    type: 'integer',
    isArray: true,
    example: [],
    description: 'Events of these only; empty: no filter.',
  })
  sub_account_ids: number[];
  @ApiProperty({
    type: 'integer',
    isArray: true,
    example: [],
    description: 'Events of these only; empty: no filter.',
  })
  channel_ids: number[];
  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description: 'Reviews with at least this rating only, on five stars; null: no bound.',
  })
  min_rating: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description: 'Reviews with at most this rating only, on five stars; null: no bound.',
  })
  max_rating: number | null;
  @ApiProperty({ example: false, description: "Leave out the reviews of a channel's first crawl." })
  skip_backfill: boolean;
  @ApiProperty({
    enum: ['standard', 'legacy'],
    example: 'standard',
    description: 'legacy: made in the dashboard.',
  })
  format: WebhookFormat;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'CRM',
    description: 'A note of your own; null without one.',
  })
  description: string | null;
  @ApiProperty({ example: 'whsec_…Hh8=', description: 'The end of the secret, to tell secrets apart.' })
  secret_hint: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Until then the previous secret signs, too, UTC; null when there is none.',
  })
  previous_secret_expires_on: string | null;
  @ApiProperty({ example: DATE, description: 'When it was added, UTC.' }) created_on: string;
  @ApiProperty({ example: DATE, description: 'When it was last changed, UTC.' }) updated_on: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Since when it is not active, UTC; null while it is.',
  })
  paused_on: string | null;
  @ApiProperty({
    enum: ['manual', 'failing', 'gone', 'blocked'],
    nullable: true,
    example: null,
    description:
      'manual: switched off by you; the others: by us, for what the endpoint did; null while it is active.',
  })
  disabled_reason: DisabledReason | null;
  @ApiProperty({ type: WebhookHealthResponse, description: 'How the endpoint does.' })
  health: WebhookHealthResponse;
}

export class WebhookWithPendingResponse extends WebhookResponse {
  @ApiProperty({ type: 'integer', example: 0, description: 'Deliveries that wait to be sent.' })
  pending: number;
}

/** Of an endpoint that nothing has been sent to. */
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
  @ApiProperty({ type: WebhookHealthResponse, description: 'How the endpoint does.', example: NEW_HEALTH })
  declare health: WebhookHealthResponse;
  @ApiProperty({
    example: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    description: 'Signs every delivery. Shown this once.',
  })
  secret: string;
}

export class WebhookListResponse {
  @ApiProperty({ type: [WebhookResponse], description: 'Those that the key may see.' })
  webhooks: WebhookResponse[];
}

/** The body of update; all of it is checked by webhook-input.ts, because its faults are 422. */
export class WebhookUpdateInput {
  @ApiPropertyOptional({
    example: 'https://hooks.example.com/reviews',
    description: 'Where to send events; at most 2048 characters.',
  })
  url?: string;
  @ApiPropertyOptional({
    isArray: true,
    enum: WEBHOOK_EVENTS,
    example: ['review.created'],
    description: 'What to send; at least one.',
  })
  events?: string[];
  @ApiPropertyOptional({
    type: 'integer',
    isArray: true,
    example: [12],
    description: 'Empty removes the filter.',
  })
  sub_account_ids?: number[];
  @ApiPropertyOptional({
    type: 'integer',
    isArray: true,
    example: [],
    description: 'Send events of these channels only; empty removes the filter.',
  })
  channel_ids?: number[];
  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    minimum: 1,
    maximum: 5,
    example: null,
    description: 'Send reviews with at least this rating only, on five stars; null removes the bound.',
  })
  min_rating?: number | null;
  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    minimum: 1,
    maximum: 5,
    example: null,
    description: 'Send reviews with at most this rating only, on five stars; null removes the bound.',
  })
  max_rating?: number | null;
  @ApiPropertyOptional({
    example: false,
    description: "True leaves out the reviews of a channel's first crawl.",
  })
  skip_backfill?: boolean;
  @ApiPropertyOptional({ example: true, description: 'false pauses deliveries.' }) active?: boolean;
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 255,
    example: 'CRM',
    description: 'A note of your own; null removes it.',
  })
  description?: string | null;
}

export class WebhookAddInput extends WebhookUpdateInput {
  @ApiProperty({
    required: true,
    example: 'https://hooks.example.com/reviews',
    description: 'Where to send events; at most 2048 characters.',
  })
  declare url: string;
  @ApiProperty({
    required: true,
    isArray: true,
    enum: WEBHOOK_EVENTS,
    example: ['review.created'],
    description: 'What to send; at least one.',
  })
  declare events: string[];
}
