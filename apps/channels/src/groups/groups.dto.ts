import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { MAX_GROUP_NAME } from './group-name';

/** Body of POST /groups and PUT /groups/{id}. */
export class GroupInput {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_GROUP_NAME,
    description: 'Name, unique within the sub account; upper and lower case do not count',
    example: 'Lisbon',
  })
  @IsString()
  @Length(1, MAX_GROUP_NAME)
  name: string;
}
