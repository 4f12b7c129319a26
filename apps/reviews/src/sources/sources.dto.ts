import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { IsString, Length } from 'class-validator';

/** Body of POST /sources/add. */
export class SourceCreateInput {
  @ApiProperty({
    minLength: 1,
    maxLength: 100,
    description: 'Unique within the sub account, whatever its case',
    example: 'Trade fair',
  })
  @IsString()
  @Length(1, 100)
  name: string;
}

export class SourceResponse {
  @ApiProperty({ type: 'integer', description: 'What source_id and sources take', example: 7 }) id: number;
  @ApiProperty({ description: 'The label of its reviews', example: 'Trade fair' }) name: string;
  @ApiProperty({ description: 'When it was made, UTC', example: '2026-09-20 02:40:01' }) created_on: string;
}

export class SourceListResponse {
  @ApiProperty({ type: 'integer', description: 'All there are', example: 2 }) count: number;
  @ApiProperty({
    type: [SourceResponse],
    description: 'By name',
    example: [
      { id: 5, name: 'Manual', created_on: '2026-09-01 08:00:00' },
      { id: 7, name: 'Trade fair', created_on: '2026-09-20 02:40:01' },
    ],
  })
  items: SourceResponse[];
}

export class AddedSourceResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', description: 'The new source’s', example: 7 }) id: number;
  @ApiProperty({ type: SourceResponse, description: 'As it is stored' }) source: SourceResponse;
}
