import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { Matches } from 'class-validator';
import { FormatQuery } from '../questions/report-query.dto';

export const DEFAULT_DAYS = 90;
const MAX_DAYS = 365;

/** Query of GET /channels/rating_history/{id}. An empty value means left out. */
export class RatingHistoryQuery extends FormatQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_DAYS,
    default: DEFAULT_DAYS,
    description: 'Number of days up to today, in the time zone of the sub account',
    example: 30,
  })
  @Optional()
  @Matches(/^([1-9]\d?|[12]\d{2}|3[0-5]\d|36[0-5])?$/, {
    message: `days must be an integer from 1 to ${MAX_DAYS}`,
  })
  days?: string;
}
