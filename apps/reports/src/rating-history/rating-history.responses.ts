import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class RatingHistoryPoint {
  @ApiProperty({ type: String, format: 'date', description: 'Local date', example: '2026-01-31' })
  date: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Rating on the present `rating_scale` of the channel; null if the platform showed none',
    example: 4.6,
  })
  score: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Number of reviews that the platform showed; of an estimated point the collected ratings',
    example: 120,
  })
  reviews: number | null;

  @ApiPropertyOptional({
    type: Boolean,
    enum: [true],
    description:
      'Present and true if the point was estimated from the collected reviews: the average of all ratings up to this date',
    example: true,
  })
  estimated?: true;
}

export class RatingHistoryResponse {
  @ApiProperty({ type: [RatingHistoryPoint], description: 'At most one point per date, oldest first' })
  history: RatingHistoryPoint[];
}
