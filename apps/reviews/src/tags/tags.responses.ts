import { ApiProperty } from '@nestjs/swagger';

class CountedTagResponse {
  @ApiProperty({ type: 'integer', description: 'What lists filter by', example: 3 }) id: number;
  @ApiProperty({ description: 'As it was first spelled', example: 'bread' }) name: string;
  @ApiProperty({ type: 'integer', description: 'Reviews that have it', example: 12 }) count: number;
}

export class TagListResponse {
  @ApiProperty({ type: 'integer', description: 'All there are', example: 1 }) count: number;
  @ApiProperty({
    type: [CountedTagResponse],
    description: 'By name',
    example: [{ id: 3, name: 'bread', count: 12 }],
  })
  items: CountedTagResponse[];
}
