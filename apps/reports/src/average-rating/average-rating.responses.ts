import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ONLY_WITH_COMPARE } from '../questions/report-responses';

export class MonthAverageResponse {
  @ApiProperty({ type: String, description: 'The month as `YYYY-MM`', example: '2026-11' }) month: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Average of the official scores on 5 stars, weighted by the official number of reviews, to two decimals. Each channel counts with its last figures of the month. null if none was read in this month',
    example: 4.43,
  })
  average_rating: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Average of all collected ratings up to the end of the month on 5 stars, to two decimals. null in a month without a new rating, and from the first month with an official score on',
    example: null,
  })
  collected_average: number | null;

  @ApiProperty({
    type: 'integer',
    description: 'Ratings that `collected_average` is made of. 0 without one',
    example: 0,
  })
  collected_count: number;
}

class PreviousAverages {
  @ApiProperty({ type: [MonthAverageResponse], description: 'The months before, oldest first' })
  months: MonthAverageResponse[];
}

class RatingGrowth {
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'The last average of this period less the last one of the previous period, to two decimals. null if one of them has none',
    example: 0.12,
  })
  average_rating: number | null;
}

export class AverageRatingResponse {
  @ApiProperty({ type: [MonthAverageResponse], description: 'The months, oldest first' })
  months: MonthAverageResponse[];

  @ApiPropertyOptional({
    type: PreviousAverages,
    description: 'Only with `compare=previous`: the same for as many months before',
    ...ONLY_WITH_COMPARE,
  })
  previous?: PreviousAverages;

  @ApiPropertyOptional({
    type: RatingGrowth,
    description: 'Only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  change?: RatingGrowth;
}
