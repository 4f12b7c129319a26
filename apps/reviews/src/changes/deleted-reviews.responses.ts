import { ApiProperty } from '@nestjs/swagger';
import { DELETION_REASONS, type DeletionReason } from './deleted-review.entity';

export class DeletedReviewResponse {
  @ApiProperty({ type: 'integer', description: 'Id that the review had', example: 4711 }) id: number;
  @ApiProperty({ description: 'When the review was deleted, UTC', example: '2026-09-20 02:40:01' })
  deleted_on: string;
  @ApiProperty({
    enum: DELETION_REASONS,
    description: 'deleted: by a request. channel_deleted: together with its channel',
    example: 'deleted',
  })
  reason: DeletionReason;
}

export class DeletedReviewListResponse {
  @ApiProperty({ type: 'integer', description: 'Number of deleted reviews since then', example: 1 })
  count: number;
  @ApiProperty({
    type: [DeletedReviewResponse],
    description: 'The deleted reviews of the page, in the order of their deletion',
  })
  items: DeletedReviewResponse[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Cursor of the next page; null on the last page',
    example: null,
  })
  next_cursor: string | null;
  @ApiProperty({
    description:
      'The list has every deletion before this time, UTC, and none after it. Send it as since of the next synchronisation',
    example: '2026-09-20 02:45:00',
  })
  deleted_until: string;
}
