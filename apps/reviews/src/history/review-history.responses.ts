import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ACTOR_TYPES,
  type ActorType,
  HISTORY_KINDS,
  type HistoryDetails,
  type HistoryKind,
} from './review-history';

export class HistoryActorResponse {
  @ApiProperty({
    enum: ACTOR_TYPES,
    description:
      'user: a signed-in user. key: an API key. crawl: the platform shows it so. rule: the approval rule of the channel. system: none of these, or not known',
    example: 'key',
  })
  type: ActorType;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Id of the user or key', example: 17 })
  id: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Always null: resolve the id with the users and keys of the account',
    example: null,
  })
  name: string | null;
}

export class HistoryDetailsResponse implements HistoryDetails {
  @ApiPropertyOptional({ description: 'How a new review came in', example: 'api' }) origin?: string;
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'integer' },
    description: 'Ids of the tags that were added',
    example: [3],
  })
  added?: number[];
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'integer' },
    description: 'Ids of the tags that were removed',
    example: [4],
  })
  removed?: number[];
  @ApiPropertyOptional({
    type: [String],
    description: 'Names of other fields that changed',
    example: ['rating_value'],
  })
  fields?: string[];
}

export class HistoryItemResponse {
  @ApiProperty({ description: 'When it changed, UTC', example: '2026-09-20 02:40:01' }) at: string;
  @ApiProperty({
    enum: HISTORY_KINDS,
    description:
      'collected: a crawl found the review. added: through the API or by an invitation. removed: the platform no longer shows it. shown_again: the platform shows it again',
    example: 'status_changed',
  })
  kind: HistoryKind;
  @ApiProperty({ type: HistoryActorResponse, description: 'Who changed it' }) by: HistoryActorResponse;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The status, the source id, or the first 500 characters of the text before',
    example: 'inbox',
  })
  from: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The same after the change',
    example: 'approved',
  })
  to: string | null;
  @ApiProperty({
    type: HistoryDetailsResponse,
    nullable: true,
    description: 'What else changed. null if from and to say all',
    example: null,
  })
  details: HistoryDetailsResponse | null;
}

export class ReviewHistoryResponse {
  @ApiProperty({ type: [HistoryItemResponse], description: 'At most 200 changes, the newest last' })
  items: HistoryItemResponse[];
}
