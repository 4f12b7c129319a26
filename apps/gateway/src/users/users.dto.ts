import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsEmailAddress, Nullable, Optional, type Role, ROLE_IDS, Trimmed } from '@plaudit/contracts';
import { IsName } from '@plaudit/runtime';
import { IsBoolean, IsIn, IsString, MaxLength, ValidateIf } from 'class-validator';
import { IsIdList } from '../accounts/account-checks';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password';

const ROLE_NUMBERS = Object.values(ROLE_IDS);
export const ROLE_ID = { enum: ROLE_NUMBERS, description: '1 admin, 2 user, 3 editor', example: 2 };
const NAME = {
  type: String,
  nullable: true,
  maxLength: 191,
  description: 'Full name; null for none',
  example: 'Noa Bergman',
};
const PASSWORD = {
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  description: 'Password of at least 10 characters; only its hash is stored, and it is never returned',
  example: 'correct horse battery staple',
};
export const SUB_ACCOUNTS = {
  type: 'array' as const,
  items: { type: 'integer' },
  description: 'Ids of the sub accounts that the user may access; empty for the whole account',
  example: [12, 14],
};

const ROLES = new Map<number, Role>((Object.keys(ROLE_IDS) as Role[]).map((role) => [ROLE_IDS[role], role]));

/** Returns the role of a validated `role_id`, or undefined if none was sent. */
export function roleOf(roleId: number | undefined): Role | undefined {
  return roleId === undefined ? undefined : ROLES.get(roleId);
}

/** Body of POST /users. */
export class UserAddInput {
  @ApiProperty({
    format: 'email',
    maxLength: 254,
    description: 'Email to sign in with, which must be unique in the account',
    example: 'noa@example.com',
  })
  @IsString()
  @IsEmailAddress()
  @MaxLength(254)
  @Trimmed()
  email: string;

  @ApiPropertyOptional({ ...PASSWORD, description: `${PASSWORD.description}. Required without \`invite\`` })
  @ValidateIf(({ invite }: UserAddInput) => invite !== true)
  @IsString()
  @MaxLength(MAX_PASSWORD_LENGTH)
  password?: string;

  @ApiPropertyOptional({
    default: false,
    description:
      'If true, the user gets a mail with a link that works once and for 7 days, and chooses the password. Send no `password` then.',
    example: false,
  })
  @Optional()
  @IsBoolean()
  invite?: boolean;

  @ApiPropertyOptional(NAME)
  @Optional()
  @Nullable()
  @IsName()
  name?: string | null;

  @ApiPropertyOptional({ ...ROLE_ID, default: ROLE_IDS.user })
  @Optional()
  @IsIn(ROLE_NUMBERS)
  role_id?: number;

  @ApiPropertyOptional({
    ...SUB_ACCOUNTS,
    description:
      'Ids of the sub accounts that the user may access; empty for the whole account. Without it, a key of the main sub account gives access to the whole account, and any other key to its own sub account.',
  })
  @Optional()
  @IsIdList()
  sub_accounts?: number[];
}

/** Body of PUT /users/{id}. Fields that are not sent keep their values. */
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
