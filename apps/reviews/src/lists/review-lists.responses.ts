import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ReviewResponse } from '../reviews/reviews.responses';

/** Leaves the property out of ordinary examples. */
const ONLY_WITH_UPDATED_SINCE = { 'x-only-with': 'updated_since' };

export class ReviewListResponse {
  @ApiProperty({ type: 'integer', description: 'Number of reviews that match the filters', example: 212 })
  count: number;
  @ApiProperty({ type: 'integer', description: 'Page size', example: 25 }) limit: number;
  @ApiProperty({ type: [ReviewResponse], description: 'The reviews of the page, in the order of `sort`' })
  items: ReviewResponse[];
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor of the next page; only with sort=newest, missing if there are no items',
    example: 1789385063,
  })
  next_before_ts?: number;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor of the next page; only with sort=newest, missing if there are no items',
    example: 4711,
  })
  next_before_id?: number;
  @ApiPropertyOptional({
    description: 'Cursor of the next page in any order; missing if there are no items',
    example: 'newest_1789385063_4711',
  })
  next_cursor?: string;
  @ApiPropertyOptional({
    ...ONLY_WITH_UPDATED_SINCE,
    description:
      'Only with updated_since or sort=updated: the list has every change before this time, and none after it. Send that of the first page as updated_since of the next synchronisation',
    example: '2026-09-20 02:40:01',
  })
  updated_until?: string;
}
