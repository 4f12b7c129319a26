import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Nullable, Optional, ROLE_IDS } from '@plaudit/contracts';
import { IsEmail, IsIn, IsString, MaxLength } from 'class-validator';
import { IsIdList, IsName } from '../accounts/account-checks';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../accounts/password';

const ROLE_NUMBERS = Object.values(ROLE_IDS);
const ROLE_ID = { enum: ROLE_NUMBERS, description: '1 admin, 2 user, 3 editor', example: 2 };
const NAME = {
  type: String,
  nullable: true,
  maxLength: 191,
  description: 'Full name; null goes without one',
  example: 'Noa Bergman',
};
const PASSWORD = {
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  description: 'Stored hashed and never returned',
  example: 'correct horse battery staple',
};
const SUB_ACCOUNTS = {
  type: 'array' as const,
  items: { type: 'integer' },
  description: 'Ids of the sub accounts that the user may enter; empty for all of the account',
  example: [12, 14],
};

/** Body of POST /users. */
export class UserAddInput {
  @ApiProperty({
    format: 'email',
    maxLength: 254,
    description: 'What the user signs in with; no other user may have it',
    example: 'noa@example.com',
  })
  @IsString()
  @IsEmail()
  @MaxLength(254)
  email: string;

  @ApiProperty(PASSWORD)
  @IsString()
  @MaxLength(MAX_PASSWORD_LENGTH)
  password: string;

  @ApiPropertyOptional(NAME)
  @Optional()
  @Nullable()
  @IsName()
  name?: string | null;

  @ApiPropertyOptional({ ...ROLE_ID, default: ROLE_IDS.user })
  @Optional()
  @IsIn(ROLE_NUMBERS)
  role_id?: number;

  @ApiPropertyOptional({ ...SUB_ACCOUNTS, default: [] })
  @Optional()
  @IsIdList()
  sub_accounts?: number[];
}

/** Body of PUT /users/{id}; what is not sent stays. */
export class UserUpdateInput {
  @ApiPropertyOptional(NAME)
  @Optional()
  @Nullable()
  @IsName()
  name?: string | null;

  @ApiPropertyOptional(PASSWORD)
  @Optional()
  @IsString()
  @MaxLength(MAX_PASSWORD_LENGTH)
  password?: string;

  @ApiPropertyOptional(ROLE_ID)
  @Optional()
  @IsIn(ROLE_NUMBERS)
  role_id?: number;

  @ApiPropertyOptional(SUB_ACCOUNTS)
  @Optional()
  @IsIdList()
  sub_accounts?: number[];
}

export class UserResponse {
  @ApiProperty({ example: 21, description: 'What the other operations take' }) id: number;
  @ApiProperty({ example: 'noa@example.com', description: 'What the user signs in with' }) email: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Noa Bergman',
    description: 'Full name; null without one',
  })
  name: string | null;
  @ApiProperty(ROLE_ID) role_id: number;
  @ApiProperty(SUB_ACCOUNTS) sub_accounts: number[];
  @ApiProperty({ example: '2026-09-20 02:39:26', description: 'When it was made, UTC' }) created_on: string;
}
