import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { ONLY_WITH_COMPARE } from '../questions/report-responses';

const AVERAGE = 'Average rating on 5 stars, rounded half up; null without rated reviews';

class TagFiguresResponse {
  @ApiProperty({ type: 'integer', description: 'Reviews with the tag', example: 12 }) reviews: number;
  @ApiProperty({ type: 'number', nullable: true, description: AVERAGE, example: 4.43 })
  average_rating: number | null;
}

class TagMonthResponse extends TagFiguresResponse {
  @ApiProperty({ description: 'Month as YYYY-MM', example: '2026-09' }) month: string;
}

class TagChangeResponse {
  @ApiProperty({ type: 'integer', description: 'Reviews more than before; negative for fewer', example: 4 })
  reviews: number;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Stars more than before; null if one of the averages is null',
    example: 0.12,
  })
  average_rating: number | null;
}

class ReportedTagResponse extends TagFiguresResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the tag', example: 3 }) id: number;
  @ApiProperty({ description: 'Name of the tag', example: 'bread' }) name: string;
  @ApiProperty({ type: [TagMonthResponse], description: 'Every month of the period, oldest first' })
  months: TagMonthResponse[];
  @ApiPropertyOptional({
    type: TagFiguresResponse,
    description: 'The figures of the period before; only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  previous?: TagFiguresResponse;
  @ApiPropertyOptional({
    type: TagChangeResponse,
    description: 'The difference to the period before; only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  change?: TagChangeResponse;
}

class ComparedPeriodResponse {
  @ApiProperty({ description: 'First day of the period before', example: '2025-09-01' }) from: string;
  @ApiProperty({ description: 'Its last day', example: '2026-08-31' }) to: string;
}

export class TagsReportResponse extends SuccessResponse {
  @ApiProperty({ description: 'First day of the period', example: '2026-09-01' }) from: string;
  @ApiProperty({ description: 'Last day of the period', example: '2026-09-30' }) to: string;
  @ApiProperty({ type: 'integer', description: 'Tags with reviews in the period', example: 1 })
  tags_total: number;
  @ApiProperty({
    type: [ReportedTagResponse],
    description:
      'The tags with the most reviews in the period, then by name. A review counts for each of its tags',
  })
  tags: ReportedTagResponse[];
  @ApiPropertyOptional({
    type: ComparedPeriodResponse,
    description: 'The period of the same length right before; only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  previous?: ComparedPeriodResponse;
}
