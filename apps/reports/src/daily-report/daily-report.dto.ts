import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { Matches } from 'class-validator';
import { ReportQuery } from '../questions/report-query.dto';

const MAX_DAYS = 92;
const DEFAULT_DAYS = 30;

/** Query of GET /reports/daily as text. An empty value means left out. */
export class DailyReportQuery extends ReportQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_DAYS,
    default: DEFAULT_DAYS,
    description: 'Number of days, of which today is the last',
    example: 30,
  })
  @Optional()
  @Matches(/^([1-9]|[1-8]\d|9[0-2])?$/, { message: `days must be an integer from 1 to ${MAX_DAYS}` })
  days?: string;
}

/** Returns the number of days that the query asks for. */
export function dayCountOf({ days }: DailyReportQuery): number {
  return days ? Number(days) : DEFAULT_DAYS;
}
