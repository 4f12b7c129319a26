import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional, REVIEW_STATUSES } from '@plaudit/contracts';
import { CommaList } from '@plaudit/runtime';
import { IsString, Matches, MaxLength } from 'class-validator';

const ID_LIST = /^\d{1,15}(,\d{1,15})*$/;
const STARS_1_TO_5 = /^([1-4](\.\d+)?|5(\.0+)?)$/;

/** The filter of a list, an export or a bulk update, as text that review-filter.ts reads. An empty value means left out, except that of a list. */
export class ReviewFilterQuery {
  @ApiPropertyOptional({ description: 'Star ratings to include, comma separated, 1-5', example: '4,5' })
  @CommaList()
  @Optional()
  @Matches(/^[1-5](,[1-5])*$/, { message: 'rating must be stars from 1 to 5, separated by commas' })
  rating?: string;

  @ApiPropertyOptional({
    description: 'Channel ids, comma separated; together with `sources`, reviews of either match',
    example: '42',
  })
  @CommaList()
  @Optional()
  @Matches(ID_LIST, { message: 'channels must be channel ids, separated by commas' })
  channels?: string;

  @ApiPropertyOptional({ description: 'Custom source ids, comma separated', example: '7' })
  @CommaList()
  @Optional()
  @Matches(ID_LIST, { message: 'sources must be source ids, separated by commas' })
  sources?: string;

  @ApiPropertyOptional({
    description: 'Platforms, comma separated: the `platform` of reviews',
    example: 'app_store,custom',
  })
  @CommaList()
  @Optional()
  @Matches(/^[a-z0-9_]{1,60}(,[a-z0-9_]{1,60}){0,49}$/, {
    message: 'platforms must be platform names such as app_store, separated by commas',
  })
  platforms?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Only reviews that were kept when their channel was deleted',
    enum: [1],
    example: 1,
  })
  @Optional()
  @Matches(/^1?$/, { message: 'kept must be 1 or left out' })
  kept?: string;

  @ApiPropertyOptional({
    description: 'Tag ids, comma separated; reviews with any of them match',
    example: '3,4',
  })
  @CommaList()
  @Optional()
  @Matches(ID_LIST, { message: 'tags must be tag ids, separated by commas' })
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
    description: 'Only reviews with a text',
    enum: [1],
    example: 1,
  })
  @Optional()
  @Matches(/^1?$/, { message: 'with_text must be 1 or left out' })
  with_text?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Only reviews without a reply of the business: their `reply` is null',
    enum: [1],
    example: 1,
  })
  @Optional()
  @Matches(/^1?$/, { message: 'without_reply must be 1 or left out' })
  without_reply?: string;

  @ApiPropertyOptional({
    description:
      'ISO codes of languages, comma separated: the `language` of reviews. A code without region includes all its regions',
    example: 'en,pt-BR',
  })
  @CommaList()
  @Optional()
  @Matches(/^[a-z0-9_-]{2,12}(,[a-z0-9_-]{2,12}){0,49}$/i, {
    message: 'languages must be at most 50 ISO codes such as en or pt-BR, separated by commas',
  })
  languages?: string;

  @ApiPropertyOptional({
    description: 'Only reviews of channels in one of these properties: ids of properties, comma separated',
    example: '5',
  })
  @CommaList()
  @Optional()
  @Matches(ID_LIST, { message: 'groups must be ids of properties, separated by commas' })
  groups?: string;

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
      'Changed on or after this date or datetime (UTC): added, edited, curated or tagged. Send the `updated_until` of the first page of the previous synchronisation',
    example: '2026-01-01 06:00:00',
  })
  @Optional()
  @IsString()
  @MaxLength(40)
  updated_since?: string;

  @ApiPropertyOptional({
    oneOf: [
      { type: 'string', pattern: '^(inbox|approved|ignored|[012])(,(inbox|approved|ignored|[012]))*$' },
      { type: 'integer', minimum: 0, maximum: 2 },
    ],
    description: 'Curation statuses, comma separated; 0, 1 and 2 stand for inbox, approved and ignored',
    example: 'inbox,approved',
  })
  @CommaList()
  @Optional()
  @MaxLength(60)
  @Matches(/^[a-z0-9]+(,[a-z0-9]+)*$/, {
    message: `status must be any of ${REVIEW_STATUSES.join(', ')} (or 0, 1, 2), separated by commas`,
  })
  status?: string;
}

/** Also accepts an empty text. */
export function orEmpty(pattern: RegExp): RegExp {
  return new RegExp(`^$|${pattern.source}`);
}
