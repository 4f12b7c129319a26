import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsId, Optional } from '@plaudit/contracts';
import { IsName, SuccessResponse } from '@plaudit/runtime';
import { Matches } from 'class-validator';

/** Body of POST /sources and PUT /sources/{id}. */
export class SourceInput {
  @ApiProperty({
    minLength: 1,
    maxLength: 100,
    description: 'Name, unique within the sub account; upper and lower case do not count',
    example: 'Trade fair',
  })
  @IsName(100)
  name: string;
}

/** Body of POST /sources/{id}/merge. */
export class SourceMergeInput {
  @ApiProperty({ type: 'integer', description: 'Id of the source that gets the reviews', example: 5 })
  @IsId()
  into: number;
}

/** Query of DELETE /sources/{id}. An empty value means left out. */
export class SourceDeleteQuery {
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Id of the source that gets the reviews; "Manual" if it is left out',
    example: 5,
  })
  @Optional()
  @Matches(/^([1-9]\d{0,14})?$/, { message: 'move_to must be the id of a source' })
  move_to?: string;
}

export class SourceResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the source, for source_id and sources', example: 7 })
  id: number;
  @ApiProperty({ description: 'Name of the source, the label of its reviews', example: 'Trade fair' })
  name: string;
  @ApiProperty({ description: 'When the source was created, UTC', example: '2026-09-20 02:40:01' })
  created_on: string;
}

export class SourceListResponse {
  @ApiProperty({ type: 'integer', description: 'Number of sources', example: 2 }) count: number;
  @ApiProperty({
    type: [SourceResponse],
    description: 'The sources, sorted by name',
    example: [
      { id: 5, name: 'Manual', created_on: '2026-09-01 08:00:00' },
      { id: 7, name: 'Trade fair', created_on: '2026-09-20 02:40:01' },
    ],
  })
  items: SourceResponse[];
}

export class AddedSourceResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the new source', example: 7 }) id: number;
  @ApiProperty({ type: SourceResponse, description: 'The source as it is stored' }) source: SourceResponse;
}

export class ChangedSourceResponse extends SuccessResponse {
  @ApiProperty({ type: SourceResponse, description: 'The source as it is now' }) source: SourceResponse;
}
