import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PeriodReportResponse, PreviousPeriod } from '../questions/period.responses';
import { ONLY_WITH_COMPARE } from '../questions/report-responses';

export class ReplyFigures {
  @ApiProperty({ type: 'integer', description: 'Reviews that were posted', example: 40 }) reviews: number;
  @ApiProperty({ type: 'integer', description: 'Reviews of these with a reply of the owner', example: 30 })
  replied: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: '`replied` of `reviews`, from 0 to 1 with four decimals; null without reviews',
    example: 0.75,
  })
  share: number | null;
  @ApiProperty({
    type: 'integer',
    description: 'Replies of these whose date the platform gives',
    example: 28,
  })
  dated_replies: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Median of the hours from the review to its reply, to one decimal, of the dated replies; null without one',
    example: 26.5,
  })
  median_hours: number | null;
}

export class MonthReplies extends ReplyFigures {
  @ApiProperty({ type: String, description: 'Month of the reviews as YYYY-MM', example: '2026-09' })
  month: string;
}

export class PlatformReplies extends ReplyFigures {
  @ApiProperty({
    type: String,
    description: 'Name of the platform, or of the custom source of reviews without a channel',
    example: 'Apple App Store',
  })
  label: string;
}

export class PreviousReplies extends PreviousPeriod {
  @ApiProperty({ type: ReplyFigures, description: 'All reviews of the period before' })
  totals: ReplyFigures;
}

export class ReplyChanges {
  @ApiProperty({ type: 'integer', description: 'Reviews more; negative for fewer', example: 4 })
  reviews: number;
  @ApiProperty({ type: 'integer', description: 'Reviews with a reply more', example: 5 }) replied: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The difference of the shares; null if one is null',
    example: 0.0556,
  })
  share: number | null;
  @ApiProperty({ type: 'integer', description: 'Dated replies more', example: 5 }) dated_replies: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Hours more until the reply; negative for faster replies; null if one median is null',
    example: -1.5,
  })
  median_hours: number | null;
}

export class ResponseReportResponse extends PeriodReportResponse {
  @ApiProperty({ type: ReplyFigures, description: 'All reviews of the period' }) totals: ReplyFigures;
  @ApiProperty({
    type: [MonthReplies],
    description: 'Every month of the period, oldest first. A reply counts in the month of its review',
  })
  months: MonthReplies[];
  @ApiProperty({
    type: [PlatformReplies],
    description: 'The platforms with reviews, those with the most first',
  })
  platforms: PlatformReplies[];
  @ApiPropertyOptional({
    type: PreviousReplies,
    description: 'The period of the same length right before. Only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  previous?: PreviousReplies;
  @ApiPropertyOptional({
    type: ReplyChanges,
    description: '`totals` less the totals of the period before. Only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  change?: ReplyChanges;
}
