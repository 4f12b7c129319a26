import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional, REVIEW_STATUSES } from '@plaudit/contracts';
import { IsString, Length, Matches, MaxLength } from 'class-validator';

const ID_LIST = /^\d{1,15}(,\d{1,15})*$/;
const INTEGER = /^\d{1,15}$/;
/** Up to the year 33658; Postgres supports dates up to 294276. */
const UNIX_SECONDS = /^\d{1,12}$/;
const STARS_1_TO_5 = /^([1-4](\.\d+)?|5(\.0+)?)$/;

/** Query of GET /reviews/get as text, which review-filter.ts reads. An empty value means left out. */
export class ReviewListQuery {
  @ApiPropertyOptional({ description: 'Star ratings to include, comma separated, 1-5', example: '4,5' })
  @Optional()
  @Matches(/^([1-5](,[1-5])*)?$/, { message: 'rating must be stars from 1 to 5, separated by commas' })
  rating?: string;

  @ApiPropertyOptional({
    description: 'Channel ids, comma separated; together with `sources`, reviews of either match',
    example: '42',
  })
  @Optional()
  @Matches(orEmpty(ID_LIST), { message: 'channels must be channel ids, separated by commas' })
  channels?: string;

  @ApiPropertyOptional({ description: 'Custom source ids, comma separated', example: '7' })
  @Optional()
  @Matches(orEmpty(ID_LIST), { message: 'sources must be source ids, separated by commas' })
  sources?: string;

  @ApiPropertyOptional({
    description: 'Tag ids, comma separated; reviews with any of them match',
    example: '3,4',
  })
  @Optional()
  @Matches(orEmpty(ID_LIST), { message: 'tags must be tag ids, separated by commas' })
  tags?: string;

  @ApiPropertyOptional({
    maxLength: 200,
    description:
      'Reviews whose text or author has all of these words. A word is found by its beginning, in any order, without regard to case, accents and punctuation.',
    example: 'fresh bread',
  })
  @Optional()
  @IsString()
  @MaxLength(200)
  q?: string;

  @ApiPropertyOptional({
    maxLength: 200,
    description: 'Like `q`, but in the text only',
    example: 'bread',
  })
  @Optional()
  @IsString()
  @MaxLength(200)
  keyword?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Only reviews with photos or videos',
    enum: [1],
    example: 1,
  })
  @Optional()
  @Matches(/^1?$/, { message: 'media_only must be 1 or left out' })
  media_only?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Only reviews with a photo of the author',
    enum: [1],
    example: 1,
  })
  @Optional()
  @Matches(/^1?$/, { message: 'with_photos must be 1 or left out' })
  with_photos?: string;

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
    type: Number,
    description: 'At or above this rating, 1-5',
    minimum: 1,
    maximum: 5,
    example: 4,
  })
  @Optional()
  @Matches(orEmpty(STARS_1_TO_5), { message: 'min_rating must be a number from 1 to 5' })
  min_rating?: string;

  @ApiPropertyOptional({
    type: Number,
    description: 'At or below this rating, 1-5',
    minimum: 1,
    maximum: 5,
    example: 3.5,
  })
  @Optional()
  @Matches(orEmpty(STARS_1_TO_5), { message: 'max_rating must be a number from 1 to 5' })
  max_rating?: string;

  @ApiPropertyOptional({
    description: 'Posted on or after this date or datetime (UTC)',
    example: '2026-01-01',
  })
  @Optional()
  @IsString()
  @MaxLength(40)
  since?: string;

  @ApiPropertyOptional({
    description: 'Posted on or before this date (the whole day) or datetime',
    example: '2026-01-31',
  })
  @Optional()
  @IsString()
  @MaxLength(40)
  until?: string;

  @ApiPropertyOptional({
    description:
      'ISO 639-1 language code, with or without region (pt-BR). `text` is translated; `text_original` and `text_language` are added.',
    example: 'fr',
  })
  @Optional()
  @IsString()
  @MaxLength(35)
  translate?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor: next_before_ts of the previous page',
    example: 1790000000,
  })
  @Optional()
  @Matches(orEmpty(UNIX_SECONDS), {
    message: 'before_ts must be Unix seconds, the next_before_ts of the previous page',
  })
  before_ts?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor: next_before_id of the previous page',
    example: 4711,
  })
  @Optional()
  @Matches(orEmpty(INTEGER), {
    message: 'before_id must be an integer, the next_before_id of the previous page',
  })
  before_id?: string;

  @ApiPropertyOptional({ description: 'Curation statuses, comma separated', example: 'inbox,approved' })
  @Optional()
  @Length(0, 60)
  @Matches(/^([a-z0-9]+(,[a-z0-9]+)*)?$/, {
    message: `status must be any of ${REVIEW_STATUSES.join(', ')} (or 0, 1, 2), separated by commas`,
  })
  status?: string;
}

function orEmpty(pattern: RegExp): RegExp {
  return new RegExp(`^$|${pattern.source}`);
}
