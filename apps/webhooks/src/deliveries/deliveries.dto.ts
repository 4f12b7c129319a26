import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { WEBHOOK_EVENTS } from '../fan-out/notification';

export const DEFAULT_LOG_PAGE = 50;
export const MAX_LOG_PAGE = 100;
const ATTEMPT_STATUSES = ['success', 'failed'] as const;

/** Query of GET /webhooks/deliveries/{id}. Without any parameter, it returns the last 50 attempts. */
export class AttemptLogQuery {
  @ApiPropertyOptional({
    enum: ATTEMPT_STATUSES,
    example: 'failed',
    description: 'Only attempts that ended so.',
  })
  @Optional()
  @IsIn(ATTEMPT_STATUSES)
  status?: (typeof ATTEMPT_STATUSES)[number];

  @ApiPropertyOptional({
    enum: WEBHOOK_EVENTS,
    example: 'review.created',
    description: 'Only attempts to send this event.',
  })
  @Optional()
  @IsIn(WEBHOOK_EVENTS)
  event?: string;

  @ApiPropertyOptional({
    example: 'dlv_0f5cf1c5a6a54d3c9bfa1c1b5a4f7a11',
    description: 'Only attempts of this delivery.',
  })
  @Optional()
  @Matches(/^dlv_\w{1,60}$/, { message: 'delivery_id must be the delivery_id of an attempt, dlv_…' })
  delivery_id?: string;

  @ApiPropertyOptional({
    example: 'evt_019a2f3c5b7e7f2aa1d3c4b5e6f70819',
    description: 'Only attempts to send the event with this id.',
  })
  @Optional()
  @Matches(/^evt_[\w-]{1,60}$/, { message: 'event_id must be the id of an event, evt_…' })
  event_id?: string;

  @ApiPropertyOptional({
    maxLength: 40,
    example: '2026-09-20',
    description: 'Begun on or after this date or datetime (UTC). An empty value means left out.',
  })
  @Optional()
  @IsString()
  @MaxLength(40)
  since?: string;

  @ApiPropertyOptional({
    maxLength: 40,
    example: '2026-09-21',
    description:
      'Begun on or before this date (the whole day) or datetime (UTC). An empty value means left out.',
  })
  @Optional()
  @IsString()
  @MaxLength(40)
  until?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_LOG_PAGE,
    default: DEFAULT_LOG_PAGE,
    example: 20,
    description: 'Number of attempts per page.',
  })
  @Optional()
  @Matches(/^([1-9]\d?|100)$/, { message: `limit must be an integer from 1 to ${MAX_LOG_PAGE}` })
  limit?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    example: 311,
    description: 'next_cursor of the previous page: the id of its last attempt. Older ones follow.',
  })
  @Optional()
  @Matches(/^[1-9]\d{0,14}$/, {
    message: 'cursor must be a positive integer, the next_cursor of the previous page',
  })
  cursor?: string;
}
