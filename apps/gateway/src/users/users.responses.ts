import { ApiProperty } from '@nestjs/swagger';
import { ROLE_IDS, wireDate, wireDateOrNull } from '@plaudit/contracts';
import { SuccessResponse } from '@plaudit/runtime';
import { invitedUntil } from './invitation';
import { ROLE_ID, SUB_ACCOUNTS } from './users.dto';
import type { UserRow } from './users.repository';

export class UserResponse {
  @ApiProperty({ example: 21, description: 'Id of the user, which the other operations take' }) id: number;
  @ApiProperty({ example: 'noa@example.com', description: 'Email to sign in with' }) email: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Noa Bergman',
    description: 'Full name; null if it is not set',
  })
  name: string | null;
  @ApiProperty(ROLE_ID) role_id: number;
  @ApiProperty(SUB_ACCOUNTS) sub_accounts: number[];
  @ApiProperty({ example: '2026-09-20 02:39:26', description: 'When the user was added, UTC' })
  created_on: string;
  @ApiProperty({ example: false, description: 'True if the user has two-factor sign-in' })
  two_factor: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'Until when the link works with which an invited user chooses a password, UTC; null for a user who has a password',
  })
  invited_until: string | null;
}

export class UserChangedResponse extends SuccessResponse {
  @ApiProperty({
    type: 'integer',
    description:
      'Number of API keys that were revoked, because the user made them and may not make them any more',
    example: 0,
  })
  revoked_keys: number;
}

export function toUserResponse(user: UserRow): UserResponse {
  const { id, email, name, role, sub_accounts, created_on, two_factor_on, invited_on } = user;
  return {
    id,
    email,
    name,
    role_id: ROLE_IDS[role],
    sub_accounts,
    created_on: wireDate(created_on),
    two_factor: two_factor_on !== null,
    invited_until: wireDateOrNull(invitedUntil(invited_on)),
  };
}
