import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ReviewResponse } from '../reviews/reviews.responses';

export class ReviewListResponse {
  @ApiProperty({ type: 'integer', description: 'Number of reviews that match the filters', example: 212 })
  count: number;
  @ApiProperty({ type: 'integer', description: 'Page size', example: 25 }) limit: number;
  @ApiProperty({ type: [ReviewResponse], description: 'The reviews of the page, newest first' })
  items: ReviewResponse[];
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor of the next page; missing if there are no items',
    example: 1789385063,
  })
  next_before_ts?: number;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor of the next page; missing if there are no items',
    example: 4711,
  })
  next_before_id?: number;
}
