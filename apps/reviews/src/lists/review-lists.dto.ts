import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { orEmpty, ReviewFilterQuery } from './review-filter.dto';
import { REVIEW_SORTS, type ReviewSort } from './review-cursor';

const INTEGER = /^\d{1,15}$/;
/** From the year 1653 up to the year 33658; Postgres supports dates from 4713 BC to 294276. */
const UNIX_SECONDS = /^(\d{1,12}|-\d{1,10})$/;

/** Query of GET /reviews/get as text. An empty value means left out, except that of a list. */
export class ReviewListQuery extends ReviewFilterQuery {
  @ApiPropertyOptional({
    enum: REVIEW_SORTS,
    default: 'newest',
    description:
      'newest and oldest by posted_on, where an unknown date is the oldest; rating: the best first, reviews without a rating last; updated: the least recently changed first, for synchronisation',
    example: 'newest',
  })
  @Optional()
  @IsIn(['', ...REVIEW_SORTS])
  sort?: ReviewSort | '';

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Page size',
    minimum: 1,
    maximum: 100,
    default: 25,
    example: 25,
  })
  @Optional()
  @Matches(/^([1-9]\d?|100)?$/, { message: 'limit must be an integer from 1 to 100' })
  limit?: string;

  @ApiPropertyOptional({
    maxLength: 80,
    description: 'Cursor of any sort: next_cursor of the previous page. Do not take it apart',
    example: 'newest_1790000000_4711',
  })
  @Optional()
  @IsString()
  @MaxLength(80)
  cursor?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor of the sort newest: next_before_ts of the previous page',
    example: 1790000000,
  })
  @Optional()
  @Matches(orEmpty(UNIX_SECONDS), {
    message: 'before_ts must be Unix seconds, the next_before_ts of the previous page',
  })
  before_ts?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor of the sort newest: next_before_id of the previous page',
    example: 4711,
  })
  @Optional()
  @Matches(orEmpty(INTEGER), {
    message: 'before_id must be an integer, the next_before_id of the previous page',
  })
  before_id?: string;

  @ApiPropertyOptional({
    description:
      'ISO 639-1 language code, with or without region (pt-BR). `text` is translated; `text_original` and `text_language` are added.',
    example: 'fr',
  })
  @Optional()
  @IsString()
  @MaxLength(35)
  translate?: string;
}
