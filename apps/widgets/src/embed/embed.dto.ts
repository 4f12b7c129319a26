import { ApiPropertyOptional } from '@nestjs/swagger';
import { ApiError, Optional } from '@plaudit/contracts';
import { CommaList } from '@plaudit/runtime';
import { Allow, IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { MIN_SEARCH_LENGTH, VISITOR_SORTS, type VisitorSort } from '../public-json/public-widget';
import type { PageRequest } from '../public-json/review-filters';

/** A language that has no translation is ignored, so that a page in any language can pass its own. */
export class LanguageQuery {
  @ApiPropertyOptional({ description: "The language of the widget's own texts", example: 'de' })
  @Optional()
  @IsString()
  @MaxLength(35)
  lang?: string;

  /** Any page can contain any text here, so no value is refused. */
  @ApiPropertyOptional({
    type: String,
    description:
      'The language of the page that contains the widget. It decides if neither `lang` nor the settings of the widget do. A value that is no language is ignored.',
    example: 'de-AT',
  })
  @Allow()
  page_lang?: unknown;
}

/** Query of GET /embed/v1/widgets/{key}/reviews. */
export class EmbedReviewsQuery extends LanguageQuery {
  @ApiPropertyOptional({ description: '`next` of the previous page' })
  @Optional()
  @IsString()
  @MaxLength(600)
  cursor?: string;

  @ApiPropertyOptional({ description: 'Stars to include, separated by commas', example: '4,5' })
  @CommaList()
  @Optional()
  @Matches(/^[1-5](,[1-5]){0,4}$/, { message: 'rating must be stars from 1 to 5, separated by commas' })
  rating?: string;

  @ApiPropertyOptional({ description: 'The slug of a platform', example: 'app_store' })
  @Optional()
  @IsString()
  @MaxLength(60)
  platform?: string;

  @ApiPropertyOptional({ enum: VISITOR_SORTS })
  @Optional()
  @IsIn(VISITOR_SORTS)
  sort?: VisitorSort;

  @ApiPropertyOptional({
    description: 'Searches the text and the author; at least two characters',
    example: 'bread',
  })
  @Optional()
  @IsString()
  @MaxLength(200)
  q?: string;

  @ApiPropertyOptional({ description: 'Reviews per page, from 1 to 50', example: '10' })
  @Optional()
  @Matches(/^([1-9]|[1-4]\d|50)$/, { message: 'limit must be between 1 and 50' })
  limit?: string;
}

/** @throws ApiError 400 `invalid_value` for a search that is too short. An empty one is none. */
export function pageRequest(query: EmbedReviewsQuery): PageRequest {
  const q = query.q?.trim() ?? '';
  if (q !== '' && [...q].length < MIN_SEARCH_LENGTH) {
    throw new ApiError('invalid_value', `q must have at least ${MIN_SEARCH_LENGTH} characters.`, {
      field: 'q',
    });
  }
  return {
    ratings: query.rating ? [...new Set(query.rating.split(',').map(Number))] : [],
    platform: query.platform || null,
    q,
    sort: query.sort ?? null,
    limit: query.limit === undefined ? null : Number(query.limit),
    cursor: query.cursor || null,
  };
}
