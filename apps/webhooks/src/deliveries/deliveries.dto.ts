import { ApiProperty } from '@nestjs/swagger';
import {
  ATTEMPT_ERRORS,
  type AttemptError,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  TRIGGER_NAMES,
  type TriggerName,
} from './delivery';

const DATE = '2026-09-20 02:40:01';

export class TimingsResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 12,
    description: 'Milliseconds to look the host up; null on a connection that stood already.',
  })
  dns: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 18,
    description: 'Milliseconds to connect; null on a connection that stood already, and when it failed.',
  })
  connect: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 31,
    description: 'Milliseconds of the TLS handshake; null without one.',
  })
  tls: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 95,
    description: 'Milliseconds from the start until the response began; null when it never did.',
  })
  first_byte: number | null;
  @ApiProperty({
    type: 'integer',
    example: 97,
    description: 'Milliseconds from start to end of the attempt.',
  })
  total: number;
}

export class AttemptResponse {
  @ApiProperty({ type: 'integer', example: 311, description: 'Of the attempt; newer ones have greater ids.' })
  id: number;
  @ApiProperty({ example: 'dlv_0f5cf1c5a6a54d3c9bfa1c1b5a4f7a11', description: 'The same on every retry.' })
  delivery_id: string;
  @ApiProperty({
    example: 'evt_019a2f3c5b7e7f2aa1d3c4b5e6f70819',
    description: '`id` of the event, as its body has it; the same for every webhook and retry.',
  })
  event_id: string;
  @ApiProperty({ example: 'review.created', description: 'What happened.' }) event: string;
  @ApiProperty({ example: false, description: 'True for an attempt of POST /webhooks/test/{id}.' })
  test: boolean;
  @ApiProperty({
    enum: TRIGGER_NAMES,
    example: 'event',
    description:
      'event: the first attempt; retry: a later one; manual: sent again on demand; test: a test call.',
  })
  trigger: TriggerName;
  @ApiProperty({ type: 'integer', example: 1, description: 'Which attempt of its delivery this is, from 1.' })
  attempt: number;
  @ApiProperty({
    type: 'integer',
    example: 11,
    description: 'After this many a delivery is dropped; 1 for tests.',
  })
  max_attempts: number;
  @ApiProperty({
    enum: ['success', 'failed'],
    example: 'success',
    description: 'success: the endpoint answered with 2xx.',
  })
  status: 'success' | 'failed';
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 200,
    description: 'HTTP status of the response; null without one.',
  })
  status_code: number | null;
  @ApiProperty({
    enum: ATTEMPT_ERRORS,
    nullable: true,
    example: null,
    description: 'Why it failed; null when it did not.',
  })
  error_code: AttemptError | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The same in one sentence; null when it did not fail.',
  })
  error: string | null;
  @ApiProperty({ example: DATE, description: 'When the attempt began, UTC.' }) attempted_on: string;
  @ApiProperty({ type: 'integer', example: 97, description: 'How long it took, in milliseconds.' })
  duration_ms: number;
  @ApiProperty({
    type: TimingsResponse,
    nullable: true,
    description: 'Where the time went; null when nothing was sent.',
  })
  timings: TimingsResponse | null;
  @ApiProperty({
    example: 'https://hooks.example.com/reviews',
    description: 'Where it was sent, the query included.',
  })
  request_url: string;
  @ApiProperty({
    type: Object,
    nullable: true,
    example: { 'content-type': 'text/plain' },
    description:
      'Content type and encoding, location, Retry-After and server of the response; null without one.',
  })
  response_headers: Record<string, string> | null;
  @ApiProperty({ type: String, nullable: true, example: 'ok', description: 'At most 8 KiB.' })
  response_body: string | null;
  @ApiProperty({
    enum: ['utf-8', 'base64'],
    nullable: true,
    example: 'utf-8',
    description: 'How response_body is written; base64 for what is no text, null without a response.',
  })
  response_encoding: 'utf-8' | 'base64' | null;
  @ApiProperty({ example: false, description: 'True when the response was longer than what is kept of it.' })
  response_truncated: boolean;
  @ApiProperty({
    enum: DELIVERY_STATUSES,
    example: 'delivered',
    description: 'How the delivery stands now; held: it waits because the webhook is paused.',
  })
  delivery_status: DeliveryStatus;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Null when there will be none.' })
  next_attempt_on: string | null;
}

export class AttemptListResponse {
  @ApiProperty({ type: [AttemptResponse], description: 'The last 50, newest first.' })
  deliveries: AttemptResponse[];
}

export class TestReceiverResponse {
  @ApiProperty({ example: 'ok', description: 'The response, at most 8 KiB; empty without one.' })
  body: string;
  @ApiProperty({
    type: Object,
    example: { 'content-type': 'text/plain' },
    description: 'Some headers of the response; empty without one.',
  })
  headers: Record<string, string>;
  @ApiProperty({ type: 'integer', example: 97, description: 'How long the call took, in milliseconds.' })
  duration_ms: number;
  @ApiProperty({ example: false, description: 'True when the response was longer than `body`.' })
  truncated: boolean;
}

export class WebhookTestResponse {
  @ApiProperty({ example: true, description: 'The endpoint answered with 2xx.' }) success: boolean;
  @ApiProperty({ type: 'integer', example: 200, description: '0 when there was no response.' })
  status_code: number;
  @ApiProperty({ example: '', description: 'Empty when fine.' }) error: string;
  @ApiProperty({ type: TestReceiverResponse, description: 'What the endpoint answered.' })
  response: TestReceiverResponse;
}
