import { ApiProperty } from '@nestjs/swagger';
import { KEY_SCOPES, type Scope, wireDate, wireDateOrNull } from '@plaudit/contracts';
import { PagedListResponse } from '@plaudit/runtime';
import { APP_POLICIES, type AppPolicy } from '../accounts/account.entity';
import { APP_REGISTRATIONS, type AppRegistration } from '../keys/key.entity';
import type { AppRow } from './apps.repository';

export class AppResponse {
  @ApiProperty({ example: 57, description: 'The id that DELETE /apps/{id} takes' }) id: number;
  @ApiProperty({
    description: 'The id of the app: the URL of its metadata document, or a random text',
    example: 'https://assistant.example.com/oauth/client.json',
  })
  client_id: string;
  @ApiProperty({ description: 'The name that the app gave itself', example: 'Assistant' }) name: string;
  @ApiProperty({
    description: 'The host of the metadata document, or the host that the access was sent to',
    example: 'assistant.example.com',
  })
  host: string;
  @ApiProperty({
    enum: APP_REGISTRATIONS,
    description:
      'dynamic registered itself; document is described at the URL that is its id; operator was added by a command on the server',
    example: 'document',
  })
  registered: AppRegistration;
  @ApiProperty({ description: 'Id of the user who connected the app', example: 21 }) user_id: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the user, or the email without one; null outside the main sub account',
    example: 'Noa Bergman',
  })
  user_name: string | null;
  @ApiProperty({ description: 'The sub account that the app acts in', example: 12 }) sub_account_id: number;
  @ApiProperty({ description: 'Name of the sub account', example: 'Bakery' }) sub_account_name: string;
  @ApiProperty({
    enum: KEY_SCOPES,
    isArray: true,
    description: 'What the app may do',
    example: ['reviews:read', 'reports:read'],
  })
  scopes: Scope[];
  @ApiProperty({ example: '2026-09-20 02:39:26', description: 'When the app was connected, in UTC' })
  created_on: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'When the app was last used, in UTC; updated at most once a minute, null if never used',
    example: '2026-09-20 02:40:01',
  })
  last_used_on: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'When the access ends, in UTC; null means not before it is revoked',
    example: '2026-12-19 02:39:26',
  })
  expires_on: string | null;
}

export class AppListResponse extends PagedListResponse {
  @ApiProperty({ type: 'integer', description: 'Number of items', example: 1 }) count: number;
  @ApiProperty({ type: [AppResponse], description: 'The connected apps, oldest first' }) items: AppResponse[];
}

class AllowedAppResponse {
  @ApiProperty({
    description: 'The id of an app, or the host of metadata documents',
    example: 'assistant.example.com',
  })
  client_id: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name of the app; null for a host, and for an app that is not known any more',
    example: null,
  })
  name: string | null;
}

export class AppPolicyResponse {
  @ApiProperty({
    enum: APP_POLICIES,
    description:
      'all: every app may be connected; listed: only those of allowed_apps; off: none, and connected apps get 401 until it is changed',
    example: 'listed',
  })
  policy: AppPolicy;
  @ApiProperty({ type: [AllowedAppResponse], description: 'The apps of the policy listed' })
  allowed_apps: AllowedAppResponse[];
}

/** Returns a connected app in the form that the API sends. */
export function toAppResponse(row: AppRow): AppResponse {
  return {
    id: row.id,
    client_id: row.oauth_client_id,
    name: row.name,
    host: row.oauth_host,
    registered: row.oauth_registered,
    user_id: row.user_id,
    user_name: row.user_name,
    sub_account_id: row.sub_account_id,
    sub_account_name: row.sub_account_name,
    scopes: row.scopes,
    created_on: wireDate(row.created_on),
    last_used_on: wireDateOrNull(row.last_used_on),
    expires_on: wireDateOrNull(row.expires_on),
  };
}
