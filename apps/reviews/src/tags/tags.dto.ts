import { ApiProperty } from '@nestjs/swagger';
import { IsId } from '@plaudit/contracts';
import { IsName } from '@plaudit/runtime';
import { MAX_TAG } from '../reviews/fields/input-fields';

/** Body of POST /tags and PUT /tags/{id}. */
export class TagInput {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_TAG,
    description: 'Name, unique within the sub account; upper and lower case do not count',
    example: 'delivery',
  })
  @IsName(MAX_TAG)
  name: string;
}

/** Body of POST /tags/{id}/merge. */
export class TagMergeInput {
  @ApiProperty({ type: 'integer', description: 'Id of the tag that the reviews get instead', example: 4 })
  @IsId()
  into: number;
}
