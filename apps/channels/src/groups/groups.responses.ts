import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';

export class GroupResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the property, for group_id and group', example: 7 })
  id: number;
  @ApiProperty({ description: 'Name of the property', example: 'Lisbon' }) name: string;
  @ApiProperty({ type: 'integer', description: 'Number of channels in the property', example: 3 })
  profile_count: number;
}

export class GroupListResponse {
  @ApiProperty({ type: [GroupResponse], description: 'All properties of the sub account, sorted by name' })
  groups: GroupResponse[];
}

export class AddedGroupResponse extends SuccessResponse {
  @ApiProperty({
    type: GroupResponse,
    description: 'The new property',
    example: { id: 7, name: 'Lisbon', profile_count: 0 },
  })
  group: GroupResponse;
}

export class ChangedGroupResponse extends SuccessResponse {
  @ApiProperty({ type: GroupResponse, description: 'The property as it is now' }) group: GroupResponse;
}
