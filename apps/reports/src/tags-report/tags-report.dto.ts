import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { CommaList } from '@plaudit/runtime';
import { Matches } from 'class-validator';
import { IDS, LISTED, PeriodQuery } from '../questions/report-query.dto';

/** Query of GET /reports/tags as text. An empty value means left out. */
export class TagsReportQuery extends PeriodQuery {
  @ApiPropertyOptional({
    description: `Only these tags: the ids of \`GET /tags\`, ${LISTED}. Unknown ones match nothing`,
    example: '3',
  })
  @CommaList()
  @Optional()
  @Matches(new RegExp(`^${IDS}$`), { message: `tags must be ids of tags, ${LISTED}` })
  tags?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'The most tags to return',
    minimum: 1,
    maximum: 100,
    default: 25,
    example: 25,
  })
  @Optional()
  @Matches(/^([1-9]\d?|100)?$/, { message: 'limit must be an integer from 1 to 100' })
  limit?: string;
}
