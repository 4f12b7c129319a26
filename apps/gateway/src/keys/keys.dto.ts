import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { KEY_SCOPES, Nullable, Optional, type Role, ROLE_IDS, type Scope } from '@plaudit/contracts';
import { IsName, PagedListResponse } from '@plaudit/runtime';
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
import { MAX_ALLOWED_IPS } from './allowed-ips';
import { KEY_CREATOR_TYPES, type KeyCreatorType } from './key.entity';

const ROLES = Object.keys(ROLE_IDS) as Role[];
const SCOPE_LIST = {
  enum: KEY_SCOPES,
  isArray: true,
  description: 'Limits the key to these scopes of its role; an empty list means all of them',
  example: ['reviews:read', 'reports:read'],
};

const ALLOWED_IPS = {
  type: 'array' as const,
  items: { type: 'string' },
  maxItems: MAX_ALLOWED_IPS,
  description:
    'IPv4 and IPv6 addresses and CIDR blocks that the key may be used from; an empty list means every address',
  example: ['203.0.113.7', '2001:db8:1::/48'],
};
const EXPIRES_ON = {
  type: String,
  nullable: true,
  description: 'When the key expires: UTC, or ISO 8601 with an offset; null means never',
  example: '2027-01-31 18:00:00',
};

/** The list may still hold entries that are no addresses. `parseAllowedIps` refuses these. */
function IsAllowedIps(): PropertyDecorator {
  return applyDecorators(IsString({ each: true }), ArrayMaxSize(MAX_ALLOWED_IPS), IsArray());
}

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
  @IsIn(KEY_SCOPES, { each: true })
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

  @ApiPropertyOptional(EXPIRES_ON)
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(40)
  expires_on?: string | null;

  @ApiPropertyOptional({ ...ALLOWED_IPS, default: [] })
  @Optional()
  @IsAllowedIps()
  allowed_ips?: string[];
}

/** Body of PUT /keys/{id}. Fields that are not sent keep their values. */
export class KeyUpdateInput {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 191,
    description: 'A name for the list',
    example: 'Website',
  })
  @Optional()
  @IsName()
  name?: string;

  @ApiPropertyOptional(EXPIRES_ON)
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(40)
  expires_on?: string | null;

  @ApiPropertyOptional(ALLOWED_IPS)
  @Optional()
  @IsAllowedIps()
  allowed_ips?: string[];
}

export class KeyCreatorResponse {
  @ApiProperty({
    enum: KEY_CREATOR_TYPES,
    description: 'user is a person who was signed in; operator is a command on the server',
    example: 'user',
  })
  type: KeyCreatorType;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Id of the user or key; null for the operator',
    example: 21,
  })
  id: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Email of the user or name of the key; null outside the main sub account and for the operator',
    example: 'noa@example.com',
  })
  name: string | null;
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
  @ApiProperty(ALLOWED_IPS) allowed_ips: string[];
  @ApiProperty({
    type: KeyCreatorResponse,
    nullable: true,
    description: 'Who made the key; null if that is not known because the key is old',
  })
  created_by: KeyCreatorResponse | null;
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
