import { ApiProperty } from '@nestjs/swagger';
import { IsName } from '@plaudit/runtime';
import { MAX_GROUP_NAME } from './group-name';

/** Body of POST /groups and PUT /groups/{id}. */
export class GroupInput {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_GROUP_NAME,
    description: 'Name, unique within the sub account; upper and lower case do not count',
    example: 'Lisbon',
  })
  @IsName(MAX_GROUP_NAME)
  name: string;
}
