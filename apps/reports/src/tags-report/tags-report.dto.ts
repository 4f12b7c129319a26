import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { Matches } from 'class-validator';
import { MAX_LISTED_IDS, PeriodQuery } from '../questions/report-query.dto';

const TAGS = new RegExp(`^([1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,${MAX_LISTED_IDS - 1}})?$`);

/** Query of GET /reports/tags as text. An empty value means left out. */
export class TagsReportQuery extends PeriodQuery {
  @ApiPropertyOptional({
    description: `Only these tags: the ids of \`GET /tags\`, separated by commas, at most ${MAX_LISTED_IDS}. Unknown ones match nothing`,
    example: '3',
  })
  @Optional()
  @Matches(TAGS, {
    message: `tags must be ids of tags, separated by commas, at most ${MAX_LISTED_IDS}`,
  })
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
