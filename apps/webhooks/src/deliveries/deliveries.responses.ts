import { ApiProperty } from '@nestjs/swagger';
import { PagedListResponse } from '@plaudit/runtime';
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
    description: 'Milliseconds of the DNS lookup; null if the connection was reused.',
  })
  dns: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 18,
    description: 'Milliseconds to connect; null if the connection was reused or failed.',
  })
  connect: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 31,
    description: 'Milliseconds of the TLS handshake; null if there was none.',
  })
  tls: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 95,
    description: 'Milliseconds from the start to the first byte of the response; null if there was none.',
  })
  first_byte: number | null;
  @ApiProperty({
    type: 'integer',
    example: 97,
    description: 'Milliseconds from the start to the end of the attempt.',
  })
  total: number;
}

export class AttemptResponse {
  @ApiProperty({
    type: 'integer',
    example: 311,
    description: 'The id of the attempt. Newer attempts have greater ids.',
  })
  id: number;
  @ApiProperty({
    example: 'dlv_0f5cf1c5a6a54d3c9bfa1c1b5a4f7a11',
    description: 'The id of the delivery, the same on every retry.',
  })
  delivery_id: string;
  @ApiProperty({
    example: 'evt_019a2f3c5b7e7f2aa1d3c4b5e6f70819',
    description: 'The `id` in the body of the event, the same for every webhook and every retry.',
  })
  event_id: string;
  @ApiProperty({ example: 'review.created', description: 'The name of the event.' }) event: string;
  @ApiProperty({ example: false, description: 'True if POST /webhooks/test/{id} made the attempt.' })
  test: boolean;
  @ApiProperty({
    enum: TRIGGER_NAMES,
    example: 'event',
    description:
      'event: the first attempt; retry: a later attempt; manual: sent again on request; test: a test call.',
  })
  trigger: TriggerName;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'The number of the attempt within its delivery, starting at 1.',
  })
  attempt: number;
  @ApiProperty({
    type: 'integer',
    example: 11,
    description:
      'The delivery is dropped after this many attempts; 1 for a test call. Attempts with the trigger manual come in addition.',
  })
  max_attempts: number;
  @ApiProperty({
    enum: ['success', 'failed'],
    example: 'success',
    description: 'success: the endpoint answered with a 2xx status.',
  })
  status: 'success' | 'failed';
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 200,
    description: 'The HTTP status of the response; null if there was none.',
  })
  status_code: number | null;
  @ApiProperty({
    enum: ATTEMPT_ERRORS,
    nullable: true,
    example: null,
    description: 'Why the attempt failed; null if it succeeded.',
  })
  error_code: AttemptError | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Why the attempt failed, in one sentence; null if it succeeded.',
  })
  error: string | null;
  @ApiProperty({ example: DATE, description: 'When the attempt began, UTC.' }) attempted_on: string;
  @ApiProperty({ type: 'integer', example: 97, description: 'How long the attempt took, in milliseconds.' })
  duration_ms: number;
  @ApiProperty({
    type: TimingsResponse,
    nullable: true,
    description: 'How long each phase took; null if nothing was sent.',
  })
  timings: TimingsResponse | null;
  @ApiProperty({
    example: 'https://hooks.example.com/reviews',
    description: 'The URL of the request, including its query string.',
  })
  request_url: string;
  @ApiProperty({
    type: Object,
    nullable: true,
    example: { 'content-type': 'text/plain' },
    description:
      'The headers Content-Type, Content-Encoding, Location, Retry-After and Server of the response; null if there was none, or if the key may not read the event.',
  })
  response_headers: Record<string, string> | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'ok',
    description:
      'The first 8 KiB of the response body; null if there was no response, or if the key may not read the event.',
  })
  response_body: string | null;
  @ApiProperty({
    enum: ['utf-8', 'base64'],
    nullable: true,
    example: 'utf-8',
    description:
      'The encoding of response_body: base64 if the body is not UTF-8 text; null if response_body is null.',
  })
  response_encoding: 'utf-8' | 'base64' | null;
  @ApiProperty({ example: false, description: 'True if response_body is not the whole body.' })
  response_truncated: boolean;
  @ApiProperty({
    enum: DELIVERY_STATUSES,
    example: 'delivered',
    description: 'The current status of the delivery. held: it waits because the webhook is paused.',
  })
  delivery_status: DeliveryStatus;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'When the next attempt is due, UTC; null if there will be none.',
  })
  next_attempt_on: string | null;
}

export class AttemptListResponse extends PagedListResponse {
  @ApiProperty({ type: [AttemptResponse], description: 'The attempts, newest first.' })
  deliveries: AttemptResponse[];
}

export class AttemptDetailResponse extends AttemptResponse {
  @ApiProperty({ type: 'integer', example: 7, description: 'The webhook of the attempt.' })
  webhook_id: number;
  @ApiProperty({ enum: ['POST'], example: 'POST', description: 'The method of the request.' })
  request_method: 'POST';
  @ApiProperty({
    type: Object,
    example: {
      'Content-Type': 'application/json',
      'X-Service-Signature': 't=1767323045,v1=…',
      'X-Service-Attempt': '1',
    },
    description:
      'The headers of the request, without those of the connection and of the trace. `…` stands for each signature, because a signature is as good as the secret for this body.',
  })
  request_headers: Record<string, string>;
  @ApiProperty({
    type: String,
    nullable: true,
    example:
      '{"id":"evt_019a2f3c5b7e7f2aa1d3c4b5e6f70819","event":"review.created","occurred_on":"2026-09-20T02:40:01.000Z","data":{}}',
    description:
      'The exact body of the request; null if it was too large to be sent, if it is no longer stored, or if the key may not read the event.',
  })
  request_body: string | null;
}

export class TestReceiverResponse {
  @ApiProperty({
    example: 'ok',
    description: 'The first 8 KiB of the response body; empty if there was no response.',
  })
  body: string;
  @ApiProperty({
    type: Object,
    example: { 'content-type': 'text/plain' },
    description: 'Some headers of the response; empty if there was no response.',
  })
  headers: Record<string, string>;
  @ApiProperty({ type: 'integer', example: 97, description: 'How long the call took, in milliseconds.' })
  duration_ms: number;
  @ApiProperty({ example: false, description: 'True if `body` is not the whole body.' })
  truncated: boolean;
}

export class TestResultResponse {
  @ApiProperty({ example: true, description: 'True if the endpoint answered with a 2xx status.' })
  success: boolean;
  @ApiProperty({
    type: 'integer',
    example: 200,
    description: 'The HTTP status of the response; 0 if there was none.',
  })
  status_code: number;
  @ApiProperty({ example: '', description: 'Why the call failed, in one sentence; empty if it succeeded.' })
  error: string;
  @ApiProperty({ type: TestReceiverResponse, description: 'The response of the endpoint.' })
  response: TestReceiverResponse;
}
