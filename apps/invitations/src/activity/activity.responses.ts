import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { RequestBasicsResponse } from '../requests/requests.responses';
import {
  ACTIVITY_SOURCES,
  ACTIVITY_STATUSES,
  ACTIVITY_TYPES,
  type ActivitySource,
  type ActivityStatus,
  type ActivityType,
} from './activity';

export class ActivityEntryResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the entry', example: 7001 }) id: number;
  @ApiProperty({ description: 'When it happened, UTC', example: '2026-09-20 10:00:04' }) created_at: string;
  @ApiProperty({ enum: ACTIVITY_SOURCES, description: 'Who or what caused it', example: 'smtp' })
  source: ActivitySource;
  @ApiProperty({ enum: ACTIVITY_TYPES, description: 'What happened', example: 'sent' }) type: ActivityType;
  @ApiProperty({
    enum: ACTIVITY_STATUSES,
    description:
      'ignored: a program followed the link instead of a person; unconfirmed: it is not known whether the message was accepted; kept: the message was kept and sent to nobody',
    example: 'ok',
  })
  status: ActivityStatus;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: {
      oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
      nullable: true,
    },
    description: 'What else is known, such as the reason of skipped',
    example: null,
  })
  detail: Record<string, string | number | boolean | null> | null;
}

export class RequestActivityResponse extends SuccessResponse {
  @ApiProperty({ type: RequestBasicsResponse, description: 'The request that the activity is about' })
  request: RequestBasicsResponse;
  @ApiProperty({ type: [ActivityEntryResponse], description: 'What happened to it, the oldest first' })
  activity: ActivityEntryResponse[];
}
