import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { Matches } from 'class-validator';
import { ReportQuery } from '../questions/report-query.dto';

const MAX_MONTHS = 24;
const DEFAULT_MONTHS = 12;

/** Query of GET /reports/average_rating as text. An empty value means left out. */
export class AverageRatingQuery extends ReportQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_MONTHS,
    default: DEFAULT_MONTHS,
    description: 'Number of months, of which the current one is the last',
    example: 12,
  })
  @Optional()
  @Matches(/^([1-9]|1\d|2[0-4])?$/, { message: `months must be an integer from 1 to ${MAX_MONTHS}` })
  months?: string;
}

/** Returns the number of months that the query asks for. */
export function monthCountOf({ months }: AverageRatingQuery): number {
  return months ? Number(months) : DEFAULT_MONTHS;
}
