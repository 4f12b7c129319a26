import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PeriodReportResponse, PreviousPeriod } from '../questions/period.responses';
import { ONLY_WITH_COMPARE } from '../questions/report-responses';

export class DayFigures {
  @ApiProperty({ type: String, format: 'date', description: 'The day', example: '2026-09-30' }) day: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Average of the official scores on 5 stars, weighted by the official number of reviews, to two decimals. A channel that was not read on this day counts with its last figures of the six days before. null if no channel was read on this day',
    example: 4.43,
  })
  average_rating: number | null;

  @ApiProperty({ type: 'integer', description: 'Reviews that were posted on this day', example: 3 })
  reviews: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Average of all collected ratings up to this day on 5 stars, to two decimals. null before the first rating, and from the first day with an official score on',
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

class PreviousDays extends PreviousPeriod {
  @ApiProperty({ type: [DayFigures], description: 'Its days, oldest first' }) days: DayFigures[];
}

class DailyChanges {
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'The last average of this period less the last one of the period before, to two decimals. null if one of them has none',
    example: 0.12,
  })
  average_rating: number | null;

  @ApiProperty({ type: 'integer', description: 'Reviews more; negative for fewer', example: 4 })
  reviews: number;
}

export class DailyReportResponse extends PeriodReportResponse {
  @ApiProperty({ type: [DayFigures], description: 'The days, oldest first' }) days: DayFigures[];

  @ApiPropertyOptional({
    type: PreviousDays,
    description: 'The same for as many days before. Only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  previous?: PreviousDays;

  @ApiPropertyOptional({
    type: DailyChanges,
    description: 'Only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  change?: DailyChanges;
}
