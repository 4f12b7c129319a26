import { Optional } from '@plaudit/contracts';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import type { PageQuery } from './widget-renderer';
import { VISITOR_SORTS, type VisitorSort } from './public-widget';

/** Anything may be asked for; what is no language we have counts as not asked. */
export class LanguageQuery {
  @ApiPropertyOptional({ description: "Language of the widget's own texts", example: 'de' })
  @Optional()
  @IsString()
  @MaxLength(35)
  lang?: string;
}

/** Query of GET /embed/v1/widgets/{key}/reviews. */
export class EmbedReviewsQuery extends LanguageQuery {
  @ApiPropertyOptional({ description: '`next` of the page before' })
  @Optional()
  @IsString()
  @MaxLength(600)
  cursor?: string;

  @ApiPropertyOptional({ description: 'Stars to include, comma separated', example: '4,5' })
  @Optional()
  @Matches(/^([1-5](,[1-5]){0,4})?$/, { message: 'rating must be stars from 1 to 5, comma separated' })
  rating?: string;

  @ApiPropertyOptional({ description: 'Platform slug', example: 'app_store' })
  @Optional()
  @IsString()
  @MaxLength(60)
  platform?: string;

  @ApiPropertyOptional({ enum: VISITOR_SORTS })
  @Optional()
  @IsIn(VISITOR_SORTS)
  sort?: VisitorSort;

  @ApiPropertyOptional({ description: 'Searches text and author', example: 'bread' })
  @Optional()
  @IsString()
  @MaxLength(200)
  q?: string;

  @ApiPropertyOptional({ description: '1 to 50', example: '10' })
  @Optional()
  @Matches(/^([1-9]|[1-4]\d|50)$/, { message: 'limit must be between 1 and 50' })
  limit?: string;
}

export function pageQuery(query: EmbedReviewsQuery): PageQuery {
  return {
    ratings: query.rating ? [...new Set(query.rating.split(',').map(Number))] : [],
    platform: query.platform || null,
    q: query.q?.trim() ?? '',
    sort: query.sort ?? null,
    limit: query.limit === undefined ? null : Number(query.limit),
    cursor: query.cursor || null,
  };
}
