import { ApiProperty } from '@nestjs/swagger';
import { IsId, MAX_SHOWN_REVIEWS } from '@plaudit/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';

export class ShowingInput {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    minItems: 1,
    maxItems: MAX_SHOWN_REVIEWS,
    description: 'Ids of reviews.',
    example: [4711, 4712],
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_SHOWN_REVIEWS)
  @IsId({ each: true })
  ids: number[];
}
