import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PeriodReportResponse, PreviousPeriod } from '../questions/period.responses';
import { ONLY_WITH_COMPARE } from '../questions/report-responses';

const AVERAGE = 'Average rating on 5 stars, rounded half up; null without rated reviews';

export class TagFigures {
  @ApiProperty({ type: 'integer', description: 'Reviews with the tag', example: 12 }) reviews: number;
  @ApiProperty({ type: Number, nullable: true, description: AVERAGE, example: 4.43 })
  average_rating: number | null;
}

export class TagMonth extends TagFigures {
  @ApiProperty({ type: String, description: 'Month as YYYY-MM', example: '2026-09' }) month: string;
}

export class TagChange {
  @ApiProperty({ type: 'integer', description: 'Reviews more than before; negative for fewer', example: 4 })
  reviews: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Stars more than before; null if one of the averages is null',
    example: 0.12,
  })
  average_rating: number | null;
}

export class ReportedTag extends TagFigures {
  @ApiProperty({ type: 'integer', description: 'Id of the tag', example: 3 }) id: number;
  @ApiProperty({ type: String, description: 'Name of the tag', example: 'bread' }) name: string;
  @ApiProperty({ type: [TagMonth], description: 'Every month of the period, oldest first' })
  months: TagMonth[];
  @ApiPropertyOptional({
    type: TagFigures,
    description: 'The figures of the period before; only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  previous?: TagFigures;
  @ApiPropertyOptional({
    type: TagChange,
    description: 'The difference to the period before; only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  change?: TagChange;
}

export class TagsReportResponse extends PeriodReportResponse {
  @ApiProperty({ type: 'integer', description: 'Tags with reviews in the period', example: 1 })
  tags_total: number;
  @ApiProperty({
    type: [ReportedTag],
    description:
      'The tags with the most reviews in the period, then by name. A review counts for each of its tags',
  })
  tags: ReportedTag[];
  @ApiPropertyOptional({
    type: PreviousPeriod,
    description: 'The period of the same length right before; only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  previous?: PreviousPeriod;
}
