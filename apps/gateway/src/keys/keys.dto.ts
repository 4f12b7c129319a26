import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Nullable, Optional, type Role, ROLE_IDS, type Scope, SCOPES } from '@plaudit/contracts';
import { PagedListResponse } from '@plaudit/runtime';
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
  description: 'Limits the key to these scopes of its role; an empty list means all of them',
  example: ['reviews:read', 'reports:read'],
};

/** Body of POST /keys. */
export class KeyAddInput {
  @ApiProperty({
    minLength: 1,
    maxLength: 191,
    description: 'A name that identifies the key in the list',
    example: 'Website',
  })
  @IsName()
  name: string;

  @ApiPropertyOptional({
    enum: ROLES,
    default: 'user',
    description: 'The role that sets the rights of the key',
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

  @ApiPropertyOptional({
    description: 'The sub account of the key; by default, that of the key that sends the request',
    example: 12,
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  sub_account_id?: number;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'When the key expires: UTC, or ISO 8601 with an offset; null means never',
    example: '2027-01-31 18:00:00',
  })
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(40)
  expires_on?: string | null;
}

export class KeyResponse {
  @ApiProperty({ example: 31, description: 'The id that DELETE /keys/{id} takes' }) id: number;
  @ApiProperty({ example: 'Website', description: 'A name that identifies the key in the list' })
  name: string;
  @ApiProperty({ description: 'The first 11 characters of the key', example: 'rk_8fJ2kQ0v' }) prefix: string;
  @ApiProperty({ enum: ROLES, example: 'editor', description: 'The role that sets the rights of the key' })
  role: Role;
  @ApiProperty({ example: false, description: 'True if the key also has the scope account:manage' })
  account_management: boolean;
  @ApiProperty(SCOPE_LIST) scopes: Scope[];
  @ApiProperty({ example: 12, description: 'The sub account that the key belongs to' })
  sub_account_id: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'When the key was last used, in UTC; updated at most once a minute, null if never used',
    example: '2026-09-20 02:40:01',
  })
  last_used_on: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2027-01-31 18:00:00',
    description: 'When the key expires, in UTC; null means never',
  })
  expires_on: string | null;
  @ApiProperty({ example: '2026-09-20 02:39:26', description: 'When the key was created, in UTC' })
  created_on: string;
}

export class NewKeyResponse extends KeyResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Always null, because the key has not been used yet',
    example: null,
  })
  declare last_used_on: string | null;

  @ApiProperty({
    description: 'The key itself; it is shown only in this response',
    example: 'rk_8fJ2kQ0vT3nYb5LxW9zR1cM6pD4gH7sA0eK2uV5q',
  })
  key: string;
}

export class KeyListResponse extends PagedListResponse {
  @ApiProperty({ type: [KeyResponse], description: 'The keys, oldest first' }) keys: KeyResponse[];
}
