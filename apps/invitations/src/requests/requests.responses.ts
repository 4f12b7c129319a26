import { ApiProperty } from '@nestjs/swagger';
import { INVITE_TYPES, type InviteType } from '@plaudit/contracts';
import { SuccessResponse } from '@plaudit/runtime';
import {
  DELIVERIES,
  type Delivery,
  MAX_STEPS,
  REQUEST_STATUSES,
  type RequestStatus,
  SKIP_REASONS,
  type SkipReason,
} from './request';

const DATE = '2026-09-20 10:00:04';

function RecordDate(description: string, example: string | null = DATE): PropertyDecorator {
  return ApiProperty({ type: String, nullable: true, description: `${description}, UTC`, example });
}

export class RequestErrorResponse {
  @ApiProperty({ description: 'Machine-readable code', example: 'hard_bounce' }) code: string;
  @ApiProperty({
    description: 'What the mail server or the provider said',
    example: '550 5.1.1 No such user',
  })
  msg: string;
}

/** What a request is, without what happened to it. */
export class RequestBasicsResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the request', example: 901 }) id: number;
  @ApiProperty({ enum: INVITE_TYPES, description: 'How it is sent', example: 'email' }) type: InviteType;
  @ApiProperty({ enum: REQUEST_STATUSES, description: 'State of the request', example: 'sent' })
  status: RequestStatus;
  @ApiProperty({ type: String, nullable: true, description: 'Name of the recipient', example: 'Noa Bergman' })
  name: string | null;
  @ApiProperty({
    description: 'Email address, or phone number as E.164 writes it; empty after the person was erased',
    example: 'noa@example.com',
  })
  recipient: string;
  @ApiProperty({ description: 'When it was planned to be sent, UTC', example: '2026-09-20 07:15:00' })
  schedule: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Id of the request that this reminder follows; null for a first message',
    example: null,
  })
  parent_id: number | null;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: MAX_STEPS,
    description: '0 for the first message, 1 to 3 for its reminders',
    example: 0,
  })
  step: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
      nullable: true,
    },
    description: 'Values for the placeholders {{data.…}}',
    example: { order: 'A-17' },
  })
  data: Record<string, string | number | boolean | null>;
}

/** An invitation request as the API shows it. */
export class InviteRequestResponse extends RequestBasicsResponse {
  @RecordDate(
    'When it is expected to be sent, after send window, cooldown and limits; null when it was sent, never will be, or waits until the mail server accepts its sender',
    null,
  )
  send_at: string | null;
  @ApiProperty({ type: 'integer', description: 'Id of its settings profile', example: 5 })
  settings_id: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    nullable: true,
    description: 'Ids of the channels to offer instead of those of the settings profile',
    example: null,
  })
  channels: number[] | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Reference that the client gave, such as an order number',
    example: 'order-1042',
  })
  reference: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: "The recipient's time zone, which replaces that of the send window",
    example: 'Europe/Berlin',
  })
  timezone: string | null;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'How often it was handed to the mail server or the provider',
    example: 1,
  })
  attempts: number;
  @ApiProperty({
    enum: SKIP_REASONS,
    nullable: true,
    description: 'Why it was not sent; null unless status is skipped',
    example: null,
  })
  skip_reason: SkipReason | null;
  @ApiProperty({
    type: RequestErrorResponse,
    nullable: true,
    description: 'The last error of sending; null if there was none',
    example: null,
  })
  error: RequestErrorResponse | null;
  @ApiProperty({
    enum: DELIVERIES,
    nullable: true,
    description:
      'confirmed: the mail server or provider took the message; unconfirmed: the connection ended before its answer; kept: the server had no mail server or SMS provider, so the message was kept and sent to nobody; null before it is sent',
    example: 'confirmed',
  })
  delivery: Delivery | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Message-ID of the mail, the same for every attempt',
    example: 'inv.901.k3v9x2ab@example.com',
  })
  message_id: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Segments of the SMS; null for WhatsApp',
    example: null,
  })
  segments: number | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How often it was opened', example: 1 })
  open_count: number;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How often a link was followed', example: 1 })
  click_count: number;
  @ApiProperty({ description: 'When it was created, UTC', example: '2026-09-18 09:15:00' })
  created_on: string;
  @ApiProperty({ description: 'When it last changed, UTC', example: DATE }) updated_on: string;
  @RecordDate('When it was sent') sent_on: string | null;
  @RecordDate('When it was first opened') opened_on: string | null;
  @RecordDate('When a link was first followed') clicked_on: string | null;
  @RecordDate('When the recipient wrote a review', null) reviewed_on: string | null;
  @RecordDate('When the recipient unsubscribed through it', null) unsubscribed_on: string | null;
  @RecordDate('When it was cancelled', null) cancelled_on: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Id of the review that the recipient wrote; null if there is none or it is not known',
    example: null,
  })
  review_id: number | null;
}

export class StoppedSequenceResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of cancelled reminders', example: 2 })
  stopped_steps: number;
}
