import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ReviewResponse } from '../reviews/reviews.responses';

export class ReviewListResponse {
  @ApiProperty({ type: 'integer', description: 'All reviews matching the filters', example: 212 })
  count: number;
  @ApiProperty({ type: 'integer', description: 'The page size used', example: 25 }) limit: number;
  @ApiProperty({ type: [ReviewResponse], description: 'Newest first' }) items: ReviewResponse[];
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor for the next page; absent when there are no items',
    example: 1789385063,
  })
  next_before_ts?: number;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor for the next page; absent when there are no items',
    example: 4711,
  })
  next_before_id?: number;
}
