import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Nullable, Optional, type Role, ROLE_IDS, type Scope, SCOPES } from '@plaudit/contracts';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IsName } from '../accounts/account-checks';

const ROLES = Object.keys(ROLE_IDS) as Role[];
const KEY_SCOPES = SCOPES.filter((scope) => scope !== 'public');
const SCOPE_LIST = {
  enum: KEY_SCOPES,
  isArray: true,
  description: 'Narrows the role; empty for all of it',
  example: ['reviews:read', 'reports:read'],
};

/** Body of POST /keys. */
export class KeyAddInput {
  @ApiProperty({
    minLength: 1,
    maxLength: 191,
    description: 'What tells it from the others',
    example: 'Website',
  })
  @IsName()
  name: string;

  @ApiPropertyOptional({
    enum: ROLES,
    default: 'user',
    description: 'What the key may do at most',
    example: 'editor',
  })
  @Optional()
  @IsIn(ROLES)
  role?: Role;

  @ApiPropertyOptional({ default: false, description: 'Adds the scope account:manage', example: false })
  @Optional()
  @IsBoolean()
  account_management?: boolean;

  @ApiPropertyOptional({ ...SCOPE_LIST, default: [] })
  @Optional()
  @IsIn(KEY_SCOPES, { each: true, message: `scopes may hold ${KEY_SCOPES.join(', ')}` })
  @ArrayMaxSize(KEY_SCOPES.length)
  @IsArray()
  scopes?: Scope[];

  @ApiPropertyOptional({ description: 'Default: the sub account of the key that asks', example: 12 })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  sub_account_id?: number;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'UTC, or ISO 8601 with an offset; null for a key that does not end',
    example: '2027-01-31 18:00:00',
  })
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(40)
  expires_on?: string | null;
}

export class KeyResponse {
  @ApiProperty({ example: 31, description: 'What deleting takes' }) id: number;
  @ApiProperty({ example: 'Website', description: 'What tells it from the others' }) name: string;
  @ApiProperty({ description: 'How the key begins', example: 'rk_8fJ2kQ0v' }) prefix: string;
  @ApiProperty({ enum: ROLES, example: 'editor', description: 'What the key may do at most' }) role: Role;
  @ApiProperty({ example: false, description: 'Has the scope account:manage, too' })
  account_management: boolean;
  @ApiProperty(SCOPE_LIST) scopes: Scope[];
  @ApiProperty({ example: 12, description: 'Where the key reads and writes' }) sub_account_id: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'At most a minute behind',
    example: '2026-09-20 02:40:01',
  })
  last_used_on: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2027-01-31 18:00:00',
    description: 'UTC; null for a key that does not end',
  })
  expires_on: string | null;
  @ApiProperty({ example: '2026-09-20 02:39:26', description: 'When it was made, UTC' }) created_on: string;
}

export class NewKeyResponse extends KeyResponse {
  @ApiProperty({ type: String, nullable: true, description: 'Null: it has not been used yet', example: null })
  declare last_used_on: string | null;

  @ApiProperty({
    description: 'The key itself: shown this once',
    example: 'rk_8fJ2kQ0vT3nYb5LxW9zR1cM6pD4gH7sA0eK2uV5q',
  })
  key: string;
}

export class KeyListResponse {
  @ApiProperty({ type: [KeyResponse], description: 'Oldest first' }) keys: KeyResponse[];
}
