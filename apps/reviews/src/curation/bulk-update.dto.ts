import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { BulkResponse, FreeForm, MAX_BULK_ITEMS } from '@plaudit/runtime';
import { IsArray, IsBoolean, IsObject } from 'class-validator';
import { ReviewFilterQuery } from '../lists/review-filter.dto';
import { StatusField, TagsField } from '../reviews/fields/input-fields';

/** Leaves the filter out of the example, which has ids. */
const ONLY_WITH_FILTER = { 'x-only-with': 'filter' };

/** Body of PUT /reviews/update_bulk. `readBulkUpdate` reads the ids one by one and the filter. */
export class ReviewBulkUpdateInput {
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    minItems: 1,
    maxItems: MAX_BULK_ITEMS,
    description: 'Ids of the reviews. Either ids or filter is required',
    example: [4711, 4712],
  })
  @Optional()
  @IsArray()
  ids?: unknown[];

  @ApiPropertyOptional({
    type: ReviewFilterQuery,
    description: `The filters of GET /reviews/get, at least one. The first ${MAX_BULK_ITEMS} matching reviews that the change would change are updated`,
    example: { status: 'inbox', min_rating: 4 },
    ...ONLY_WITH_FILTER,
  })
  @Optional()
  @IsObject()
  @FreeForm()
  filter?: Record<string, unknown>;

  @StatusField('The new status of every review')
  status?: string | number;

  @TagsField('Names of tags that every review gets besides its own; unknown tags are created')
  tags_add?: string[];

  @TagsField('Names of tags that are taken from every review; unknown tags are left out', ['queue'])
  tags_remove?: string[];

  @ApiPropertyOptional({
    description: 'If true, nothing is stored and the response shows what would happen',
    default: false,
    example: false,
  })
  @Optional()
  @IsBoolean()
  validate_only?: boolean;
}

export class ReviewBulkUpdateResponse extends BulkResponse {
  @ApiProperty({
    type: 'integer',
    description: 'Number of reviews that changed; 0 with validate_only',
    example: 2,
  })
  updated: number;
  @ApiProperty({
    type: 'integer',
    description:
      'Number of reviews that match the filter and still lack the change; 0 with ids. Repeat the request until it is 0 or nothing is updated',
    example: 0,
  })
  remaining: number;
}
