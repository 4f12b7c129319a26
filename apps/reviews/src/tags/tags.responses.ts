import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';

class CountedTagResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the tag, which lists filter by', example: 3 })
  id: number;
  @ApiProperty({ description: 'Name as it was first spelled', example: 'bread' }) name: string;
  @ApiProperty({ type: 'integer', description: 'Number of reviews with the tag', example: 12 }) count: number;
}

export class TagListResponse {
  @ApiProperty({ type: 'integer', description: 'Number of tags', example: 1 }) count: number;
  @ApiProperty({
    type: [CountedTagResponse],
    description: 'The tags, sorted by name',
    example: [{ id: 3, name: 'bread', count: 12 }],
  })
  items: CountedTagResponse[];
}

export class ChangedTagResponse extends SuccessResponse {
  @ApiProperty({
    type: CountedTagResponse,
    description: 'The tag as it is now',
    example: { id: 3, name: 'delivery', count: 12 },
  })
  tag: CountedTagResponse;
}

export class AddedTagResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the new tag', example: 3 }) id: number;
  @ApiProperty({
    type: CountedTagResponse,
    description: 'The tag as it is stored',
    example: { id: 3, name: 'delivery', count: 0 },
  })
  tag: CountedTagResponse;
}
