import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { FreeForm, IsName } from '@plaudit/runtime';
import { IsInt, IsObject, Max, Min } from 'class-validator';
import { ViewFiltersQuery } from './view-filters';

export const MAX_VIEW_NAME = 60;
export const MAX_POSITION = 1_000;

const NAME = { minLength: 1, maxLength: MAX_VIEW_NAME, description: 'Name of the view', example: 'Bad ones' };
const FILTERS = {
  type: ViewFiltersQuery,
  description: 'Parameters of GET /reviews/get, without those of a page and translate',
  example: { status: 'inbox', max_rating: 2 },
};

/** Body of POST /reviews/views. */
export class ReviewViewInput {
  @ApiProperty(NAME) @IsName(MAX_VIEW_NAME) name: string;

  @ApiProperty(FILTERS) @IsObject() @FreeForm() filters: Record<string, unknown>;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_POSITION,
    description:
      'Where the view stands; views with one position are in the order of their ids. Default: last',
    example: 1,
  })
  @Optional()
  @IsInt()
  @Min(0)
  @Max(MAX_POSITION)
  position?: number;
}

/** Body of PUT /reviews/views/{id}. Fields that are not sent stay. */
export class ReviewViewChangeInput {
  @ApiPropertyOptional(NAME) @Optional() @IsName(MAX_VIEW_NAME) name?: string;

  @ApiPropertyOptional(FILTERS) @Optional() @IsObject() @FreeForm() filters?: Record<string, unknown>;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_POSITION,
    description: 'Where the view stands',
    example: 1,
  })
  @Optional()
  @IsInt()
  @Min(0)
  @Max(MAX_POSITION)
  position?: number;
}
